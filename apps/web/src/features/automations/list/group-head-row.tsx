import type { Automation } from '@picksync/contracts';
import { cx } from '@picksync/ui/class-names.ts';
import { RowGroup } from '@picksync/ui/table.tsx';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useReadOnly } from '../use-read-only.ts';
import { getMark, type Mark } from './list-groups.ts';
import { setGroupOpen } from './list-view.ts';

/**
 * By form as well as by colour: a square is in sync, a circle waits for a review, a hollow one for Smartsheet, a diamond
 * failed, a hollow square is paused, a grey one is not known.
 */
const looks: Record<Mark, string> = {
  'in-sync': 'rounded-[2px] bg-good opacity-75 forced-colors:bg-[CanvasText]',
  review: 'rounded-full bg-warn forced-colors:bg-[Highlight]',
  waiting: 'rounded-full border-2 border-warn',
  error: 'scale-85 rotate-45 bg-bad forced-colors:bg-[CanvasText]',
  paused: 'rounded-[2px] border-2 border-edge',
  unknown: 'rounded-[2px] bg-edge forced-colors:bg-[GrayText]',
};

/** A mark for each dropdown. It is decoration: their states are written beside it. */
function StateMarks({ automations }: { automations: readonly Automation[] }) {
  const isStopped = useReadOnly();
  return (
    <span aria-hidden="true" className="flex flex-wrap gap-0.5">
      {automations.map((automation) => (
        <span key={automation.id} className={cx('size-[9px]', looks[getMark(automation, isStopped)])} />
      ))}
    </span>
  );
}

type GroupHeadRowProps = {
  groupKey: string;
  isOpen: boolean;
  columns: number;
  title: ReactNode;
  automations: readonly Automation[];
  children: ReactNode;
};

/** One line for many rows, which opens and closes them. */
export function GroupHeadRow({ groupKey, isOpen, columns, title, automations, children }: GroupHeadRowProps) {
  return (
    <RowGroup>
      <tr className="bg-sunken @max-wide:block">
        <th colSpan={columns} scope="colgroup" className="p-0 text-left font-normal @max-wide:block">
          <div className="relative grid grid-cols-[16px_minmax(0,1fr)] items-center gap-x-2.5 gap-y-1 px-5 py-2.5 hover:bg-line/40 @wide:grid-cols-[16px_minmax(0,2fr)_minmax(0,2fr)_minmax(150px,1fr)] @max-wide:px-4">
            <ChevronRight
              aria-hidden="true"
              className={cx('size-4 text-ink-3 transition-transform', isOpen && 'rotate-90')}
            />
            <button
              type="button"
              aria-expanded={isOpen}
              onClick={() => setGroupOpen(groupKey, !isOpen)}
              // As large as the line, except for the buttons in it.
              className="min-w-0 rounded-sm text-left text-sm [overflow-wrap:anywhere] after:absolute after:inset-0"
            >
              {title}
            </button>
            <span className="@max-wide:col-start-2">
              <StateMarks automations={automations} />
            </span>
            <span className="text-xs text-ink-2 @max-wide:col-start-2 @wide:text-right">{children}</span>
          </div>
        </th>
      </tr>
    </RowGroup>
  );
}
