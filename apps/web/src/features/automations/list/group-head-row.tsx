import type { Automation } from '@picksync/contracts';
import { cx } from '@picksync/ui/class-names.ts';
import { RowGroup } from '@picksync/ui/table.tsx';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { setGroupOpen } from './list-view.ts';
import { StateMarks } from './state-marks.tsx';

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
