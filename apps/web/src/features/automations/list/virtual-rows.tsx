import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, type Ref, useLayoutEffect, useRef, useState } from 'react';
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
  });
  const items = rows.getVirtualItems();
  const before = (items[0]?.start ?? scrollMargin) - scrollMargin;
  const after = rows.getTotalSize() - ((items.at(-1)?.end ?? scrollMargin) - scrollMargin);
  return (
    <>
      <Room ref={top} height={before} />
      {items.map(({ index }) => {
        const entry = entries[index];
        return entry && children(entry, index, { ref: rows.measureElement, 'data-index': index });
      })}
      <Room height={after} />
    </>
  );
}

/** The room of rows that are not drawn. */
function Room({ height, ref }: { height: number; ref?: Ref<HTMLTableSectionElement> }) {
  return (
    <tbody ref={ref} aria-hidden="true">
      <tr style={{ height: Math.max(0, height) }} />
    </tbody>
  );
}
