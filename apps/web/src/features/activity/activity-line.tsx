import type { ActivityLine } from '@picksync/contracts';
import { cx } from '@picksync/ui/class-names.ts';
import { ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import type { ActivityFilter } from '../../api/activity.queries.ts';
import { ChangeChips } from '../../ui/change-chips.tsx';
import { formatMoment } from '../../ui/dates.ts';
import { LineDetails } from './lazy-line-details.ts';
import { lineText } from './line-texts.ts';
import { StatusMark } from './status-mark.tsx';

/** The columns of a line: when, how, what, how much, and that it opens. */
const columns =
  'grid grid-cols-[64px_16px_minmax(0,1fr)_16px] gap-x-2 md:grid-cols-[72px_16px_minmax(0,1fr)_auto_16px] md:gap-x-3';

type ActivityLineProps = {
  line: ActivityLine;
  /** When it was, in few letters. */
  time: string;
  filter: ActivityFilter;
};

/** What one thing has caused, in one line. A press shows its results below it. */
export function ActivityLineItem({ line, time, filter }: ActivityLineProps) {
  const [isOpen, setOpen] = useState(false);
  const detailsId = useId();
  const { subject, text } = lineText(line);
  return (
    <li data-row={line.id} className="border-b border-line last:border-b-0">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? detailsId : undefined}
        onClick={() => setOpen(!isOpen)}
        className={cx(
          columns,
          'min-h-11 w-full items-center px-4 py-1 text-start text-sm hover:bg-sunken focus-visible:-outline-offset-2 md:min-h-9 md:px-5',
        )}
      >
        <time
          dateTime={line.entry.timestamp}
          title={formatMoment(line.entry.timestamp)}
          className="tabular text-xs whitespace-nowrap text-ink-3"
        >
          {time}
        </time>
        <span className="flex">
          <StatusMark status={line.status} action={line.action} />
        </span>
        <span className="leading-[18px] [overflow-wrap:anywhere] md:truncate md:leading-normal">
          {subject !== null && (
            <>
              <b className="font-semi">{subject}</b>{' '}
            </>
          )}
          {text}
        </span>
        <span className="flex max-md:sr-only">
          <ChangeChips added={line.added} removed={line.removed} renamed={line.renamed} />
        </span>
        <ChevronRight
          aria-hidden="true"
          className={cx('size-4 text-ink-3 max-md:col-start-4 max-md:row-start-1', isOpen && 'rotate-90')}
        />
      </button>
      {isOpen && <LineDetails id={detailsId} line={line} filter={filter} />}
    </li>
  );
}
