import { formatNumber, pluralize } from '@picksync/contracts';
import { ArrowRight } from 'lucide-react';
import { useId, useState } from 'react';
import { notListedText } from '../../../ui/not-listed-text.ts';
import { isFirstOfMerge, lockedText, previewedMergeText, type Rename } from './rename-texts.ts';

type NamesProps = Pick<Rename, 'from' | 'to'>;

/** One name and what became of it: beside each other, and below each other where there is no room. */
export function Names({ from, to }: NamesProps) {
  return (
    <>
      <bdi className="min-w-0 text-ink-2 [overflow-wrap:anywhere]">{from}</bdi>
      <ArrowRight
        aria-hidden="true"
        className="size-3.5 shrink-0 self-center text-ink-3 @max-names:hidden rtl:rotate-180"
      />
      <span className="min-w-0 font-semi [overflow-wrap:anywhere]">
        <span aria-hidden="true" className="font-normal text-ink-2 @names:hidden">
          →{' '}
        </span>
        <span className="sr-only"> becomes </span>
        <bdi>{to}</bdi>
      </span>
    </>
  );
}

/** Where the names of a line stand in its grid. */
export const namesClass =
  'grid min-w-0 gap-x-2.5 gap-y-0.5 @names:items-center @names:grid-cols-[minmax(0,1fr)_0.875rem_minmax(0,1fr)]';

type RenameListProps = {
  title: string;
  /** How many there are, where `list` may be only the first of them. */
  count: number;
  list: readonly Rename[];
  few?: number;
};

/** Options that would be renamed, each with the rows that use it; draws nothing where there are none. */
export function RenameList({ title, count, list, few = 6 }: RenameListProps) {
  const id = useId();
  const [isWhole, setWhole] = useState(false);
  if (count === 0) return null;
  const isLong = list.length > few + 1;
  const shown = isLong && !isWhole ? list.slice(0, few) : list;
  return (
    <section aria-labelledby={id} className="@container min-w-0">
      <h3 id={id} className="text-sm font-semi">
        {title} <span className="tabular font-normal text-ink-2">{formatNumber(count)}</span>
      </h3>
      <ul className="mt-1 text-sm">
        {shown.map((rename, index) => (
          <li
            key={rename.id}
            className="grid grid-cols-[minmax(0,1fr)_minmax(3.75rem,auto)] items-center gap-x-3 border-t border-line py-2 first:border-t-0"
          >
            <span className={namesClass}>
              <Names {...rename} />
            </span>
            <span className="tabular text-end whitespace-nowrap text-ink-2">
              {pluralize(rename.rows, 'row')}
            </span>
            <Note text={isFirstOfMerge(list, index) ? previewedMergeText : null} />
            <Note text={lockedText(rename)} />
          </li>
        ))}
      </ul>
      {isLong && (
        <button
          type="button"
          onClick={() => setWhole(!isWhole)}
          className="rounded-sm text-sm font-semi text-accent hover:underline"
        >
          {isWhole ? 'Show fewer' : `Show ${list.length - few} more`}
        </button>
      )}
      {count > list.length && (
        <p className="text-xs text-ink-2">{`${notListedText(count - list.length)}.`}</p>
      )}
    </section>
  );
}

function Note({ text }: { text: string | null }) {
  return text !== null && <span className="col-span-2 text-xs text-pretty text-ink-2">{text}</span>;
}
