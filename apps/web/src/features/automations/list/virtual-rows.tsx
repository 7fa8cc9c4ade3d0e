import { useWindowVirtualizer } from '@tanstack/react-virtual';
import {
  type ReactNode,
  type Ref,
  useDeferredValue,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { ListEntry } from './list-entries.ts';

/** How high a row is before it was drawn. */
const heights: Record<ListEntry['kind'], number> = {
  automation: 45,
  group: 49,
  'group-more': 41,
  rule: 49,
  'rule-more': 41,
};

/** What measures a row: it goes to the row's group. */
export type Measured = { ref?: Ref<HTMLTableSectionElement> | undefined; 'data-index'?: number | undefined };

type VirtualRowsProps = {
  entries: readonly ListEntry[];
  children: (entry: ListEntry, place: number, measured: Measured) => ReactNode;
};

/** Draws those of very many rows that are near the window, in the room that all of them take. */
export function VirtualRows({ entries, children }: VirtualRowsProps) {
  const top = useRef<HTMLTableSectionElement>(null);
  const [scrollMargin, setScrollMargin] = useState(0);
  useLayoutEffect(() => {
    const begin = top.current?.getBoundingClientRect().top;
    if (begin !== undefined) setScrollMargin(begin + window.scrollY);
  }, []);
  const rows = useWindowVirtualizer({
    count: entries.length,
    estimateSize: (place) => heights[entries[place]?.kind ?? 'automation'],
    getItemKey: (place) => entries[place]?.key ?? place,
    overscan: 16,
    scrollMargin,
    useFlushSync: false,
  });
  const items = rows.getVirtualItems();
  // Rows are made in small portions between frames: there are many beyond the window, so that none is missing meanwhile.
  const first = useDeferredValue(items[0]?.index ?? 0);
  const last = useDeferredValue(items.at(-1)?.index ?? -1);
  const { measureElement } = rows;
  const drawn = useMemo(
    () =>
      entries
        .slice(first, last + 1)
        .map((entry, place) =>
          children(entry, first + place, { ref: measureElement, 'data-index': first + place }),
        ),
    [entries, first, last, children, measureElement],
  );
  const { measurementsCache: places } = rows;
  const before = (places[first]?.start ?? scrollMargin) - scrollMargin;
  const after =
    rows.getTotalSize() - ((places[Math.min(last, entries.length - 1)]?.end ?? scrollMargin) - scrollMargin);
  return (
    <>
      <Room ref={top} height={before} />
      {drawn}
      <Room height={after} />
    </>
  );
}

/** The room of rows that are not drawn. In sight before they are, it must not hold the page to its own place. */
function Room({ height, ref }: { height: number; ref?: Ref<HTMLTableSectionElement> }) {
  return (
    <tbody ref={ref} aria-hidden="true" className="[overflow-anchor:none]">
      <tr className="[overflow-anchor:none]" style={{ height: Math.max(0, height) }} />
    </tbody>
  );
}
