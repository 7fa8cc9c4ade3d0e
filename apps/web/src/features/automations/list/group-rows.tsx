import type { Automation } from '@picksync/contracts';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/class-names.ts';
import { formatTime } from '../../../ui/dates.ts';
import { RowGroup } from '../../../ui/table.tsx';
import { MoreAlike } from '../destinations/more-alike.tsx';
import { SheetLink } from '../sheet-link.tsx';
import { groupSummary, type SourceGroup } from './list-groups.ts';
import { openGroup } from './list-view.ts';
import { StandMarks } from './stand-marks.tsx';
import { useSyncAll } from './use-sync-all.ts';

type HeadProps = {
  groupKey: string;
  isOpen: boolean;
  columns: number;
  title: ReactNode;
  automations: readonly Automation[];
  children: ReactNode;
};

/** One line for many rows, which opens and closes them. */
function HeadRow({ groupKey, isOpen, columns, title, automations, children }: HeadProps) {
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
              onClick={() => openGroup(groupKey, !isOpen)}
              // As large as the line, but for what can be pressed in it.
              className="min-w-0 rounded-sm text-left text-sm [overflow-wrap:anywhere] after:absolute after:inset-0"
            >
              {title}
            </button>
            <span className="@max-wide:col-start-2">
              <StandMarks automations={automations} />
            </span>
            <span className="text-xs text-ink-2 @max-wide:col-start-2 @wide:text-right">{children}</span>
          </div>
        </th>
      </tr>
    </RowGroup>
  );
}

function dropdowns(count: number): string {
  return count === 1 ? '1 dropdown' : `${count} dropdowns`;
}

type GroupHeadProps = {
  group: SourceGroup;
  isOpen: boolean;
  columns: number;
  onShowRun: (automation: Automation) => void;
};

/** A list and the dropdowns that it feeds; while they are in sight, when it was last read for all of them. */
export function GroupHead({ group, isOpen, columns, onShowRun }: GroupHeadProps) {
  const { key, sheetName, columnName, automations } = group;
  const latest = newestRun(automations);
  return (
    <HeadRow
      groupKey={key}
      isOpen={isOpen}
      columns={columns}
      automations={automations}
      title={
        <>
          <span className="text-md font-semi">
            {sheetName} · {columnName}
          </span>{' '}
          <span className="text-ink-2">feeds {dropdowns(automations.length)}</span>
        </>
      }
    >
      {isOpen && latest?.lastRun ? (
        <button
          type="button"
          onClick={() => onShowRun(latest)}
          className="relative rounded-sm text-ink-2 underline decoration-line underline-offset-2 hover:text-ink hover:decoration-current"
        >
          Last run {formatTime(latest.lastRun.at)}
          <span className="sr-only">: results of {`${sheetName} · ${columnName}`}</span>
        </button>
      ) : (
        groupSummary(automations, formatTime)
      )}
    </HeadRow>
  );
}

function newestRun(automations: readonly Automation[]): Automation | undefined {
  return automations
    .filter(({ lastRun }) => lastRun !== null)
    .toSorted((one, other) => (other.lastRun?.at ?? '').localeCompare(one.lastRun?.at ?? ''))[0];
}

type NeedsYouHeadProps = {
  groupKey: string;
  isOpen: boolean;
  columns: number;
  automations: readonly Automation[];
  total: number;
};

/** What waits for a person, of all lists together. */
export function NeedsYouHead({ groupKey, isOpen, columns, automations, total }: NeedsYouHeadProps) {
  return (
    <HeadRow
      groupKey={groupKey}
      isOpen={isOpen}
      columns={columns}
      automations={automations}
      title={<span className="text-md font-semi">Needs you</span>}
    >
      {automations.length} of {total}
    </HeadRow>
  );
}

type GroupEndProps = {
  group: SourceGroup;
  columns: number;
  /** Dropdowns of the list that stand under "Needs you". */
  elsewhere: number;
  isReadOnly: boolean;
  onAdd: (automation: Automation) => void;
};

/** What can be done with a list as a whole. */
export function GroupEnd({ group, columns, elsewhere, isReadOnly, onAdd }: GroupEndProps) {
  const { automations, sheetName, columnName } = group;
  const [first] = automations;
  const syncAll = useSyncAll(automations);
  const name = `${sheetName} · ${columnName}`;
  return (
    <RowGroup>
      <tr className="@max-wide:block">
        <td colSpan={columns} className="px-5 py-2 pl-[42px] @max-wide:block @max-wide:px-4">
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
            {!isReadOnly && first && (
              <>
                <Button
                  size="sm"
                  onClick={() => onAdd(first)}
                  aria-label={`Add another destination: ${name}`}
                >
                  Add another destination
                </Button>
                <MoreAlike automation={first} />
                <Button
                  size="sm"
                  variant="quiet"
                  pending={syncAll.isPending}
                  onClick={() => syncAll.mutate()}
                  aria-label={`Sync all: ${name}`}
                >
                  Sync all
                </Button>
              </>
            )}
            {first && (
              <SheetLink permalink={first.sourceSheetPermalink} sheet={sheetName} label="Open the source" />
            )}
            {elsewhere > 0 && (
              <span className="text-xs text-ink-3">
                {elsewhere === 1 ? '1 more stands' : `${elsewhere} more stand`} under Needs you.
              </span>
            )}
          </div>
        </td>
      </tr>
    </RowGroup>
  );
}
