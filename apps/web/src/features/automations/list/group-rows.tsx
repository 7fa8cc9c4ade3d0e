import { type Automation, isolated } from '@picksync/contracts';
import { Button } from '@picksync/ui/button.tsx';
import { Name } from '@picksync/ui/name.tsx';
import { RowGroup } from '@picksync/ui/table.tsx';
import { formatTime } from '../../../ui/dates.ts';
import { MoreAlike } from '../destinations/more-alike.tsx';
import { SheetLink } from '../sheet-link.tsx';
import { useReadOnly } from '../use-read-only.ts';
import { GroupHeadRow } from './group-head-row.tsx';
import { groupSummary, type SourceGroup } from './list-groups.ts';
import { useSyncAll } from './use-sync-all.ts';

function dropdowns(count: number): string {
  return count === 1 ? '1 dropdown' : `${count} dropdowns`;
}

type GroupHeadProps = {
  group: SourceGroup;
  isOpen: boolean;
  columns: number;
  onShowRun: (automation: Automation) => void;
};

/** The head of a source with its dropdowns; while they are shown, also when the source was last read. */
export function GroupHead({ group, isOpen, columns, onShowRun }: GroupHeadProps) {
  const { key, sheetName, columnName, automations } = group;
  const latest = newestRun(automations);
  const isStopped = useReadOnly();
  return (
    <GroupHeadRow
      groupKey={key}
      isOpen={isOpen}
      columns={columns}
      automations={automations}
      title={
        <>
          <span className="text-md font-semi">
            <Name>{sheetName}</Name> · <Name>{columnName}</Name>
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
          <span className="sr-only">: results of {`${isolated(sheetName)} · ${isolated(columnName)}`}</span>
        </button>
      ) : (
        groupSummary(automations, { isStopped, toTimeText: formatTime })
      )}
    </GroupHeadRow>
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

/** The head of the automations of all sources that need the user. */
export function NeedsYouHead({ groupKey, isOpen, columns, automations, total }: NeedsYouHeadProps) {
  return (
    <GroupHeadRow
      groupKey={groupKey}
      isOpen={isOpen}
      columns={columns}
      automations={automations}
      title={<span className="text-md font-semi">Needs you</span>}
    >
      {automations.length} of {total}
    </GroupHeadRow>
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

/** The actions for a source as a whole. */
export function GroupEnd({ group, columns, elsewhere, isReadOnly, onAdd }: GroupEndProps) {
  const { automations, sheetName, columnName } = group;
  const [first] = automations;
  const syncAll = useSyncAll(automations);
  const name = `${isolated(sheetName)} · ${isolated(columnName)}`;
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
