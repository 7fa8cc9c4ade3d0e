import { type Automation, automationEndpoints, isolated } from '@picksync/contracts';
import { Button } from '@picksync/ui/button.tsx';
import { cx } from '@picksync/ui/class-names.ts';
import { Name } from '@picksync/ui/name.tsx';
import { RowGroup } from '@picksync/ui/table.tsx';
import { useMutation } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { call } from '../../../api/call.ts';
import { sayFailed } from '../../../api/use-action.ts';
import { showToast } from '../../../stores/toast.ts';
import { formatTime } from '../../../ui/dates.ts';
import { pluralize } from '../../../ui/pluralize.ts';
import { MoreAlike } from '../destinations/more-alike.tsx';
import { SheetLink } from '../sheet-link.tsx';
import { useReadOnly } from '../use-read-only.ts';
import { useRefresh } from '../use-refresh.ts';
import { type EntryOf, groupSummary, type ListEntry, type Mark, toMark } from './list-entries.ts';
import { setGroupOpen } from './list-view.ts';
import { useAutomationLinks } from './use-automation-links.ts';

/**
 * By shape as well as colour: a square is in sync, a circle waits for a review, a hollow one for Smartsheet, a diamond
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
        <span key={automation.id} className={cx('size-[9px]', looks[toMark(automation, isStopped)])} />
      ))}
    </span>
  );
}

type GroupHeadRowProps = {
  entry: EntryOf<'needs-you' | 'group'>;
  columns: number;
  title: ReactNode;
  automations: readonly Automation[];
  children: ReactNode;
};

/** One line for many rows, which opens and closes them. */
function GroupHeadRow({ entry, columns, title, automations, children }: GroupHeadRowProps) {
  const { key, isOpen } = entry;
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
              onClick={() => setGroupOpen(key, !isOpen)}
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

type EntryProps<Kind extends ListEntry['kind']> = { entry: EntryOf<Kind>; columns: number };

/** The head of a source with its dropdowns; while they are shown, also when the source was last read. */
export function GroupHead({ entry, columns }: EntryProps<'group'>) {
  const { sheetName, columnName, automations } = entry.group;
  const { showRun } = useAutomationLinks();
  const latest = newestRun(automations);
  const isStopped = useReadOnly();
  return (
    <GroupHeadRow
      entry={entry}
      columns={columns}
      automations={automations}
      title={
        <>
          <span className="text-md font-semi">
            <Name>{sheetName}</Name> · <Name>{columnName}</Name>
          </span>{' '}
          <span className="text-ink-2">feeds {pluralize(automations.length, 'dropdown')}</span>
        </>
      }
    >
      {entry.isOpen && latest?.lastRun ? (
        <button
          type="button"
          onClick={() => showRun(latest)}
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

/** The head of the automations of all sources that need the user. */
export function NeedsYouHead({ entry, columns }: EntryProps<'needs-you'>) {
  return (
    <GroupHeadRow
      entry={entry}
      columns={columns}
      automations={entry.automations}
      title={<span className="text-md font-semi">Needs you</span>}
    >
      {entry.automations.length} of {entry.total}
    </GroupHeadRow>
  );
}

/** The actions for a source as a whole. */
export function GroupEnd({ entry, columns }: EntryProps<'group-end'>) {
  const { group, elsewhere } = entry;
  const { automations, sheetName, columnName } = group;
  const { addDestinations } = useAutomationLinks();
  const isReadOnly = useReadOnly();
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
                  onClick={() => addDestinations(first)}
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

/** Asks for a sync of each automation that is active; one that is refused does not hold the others. */
function useSyncAll(automations: readonly Automation[]) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: async () => {
      const active = automations.filter(({ isActive }) => isActive);
      const results = await Promise.allSettled(
        active.map(({ id }) => call(automationEndpoints.sync, { params: { id } })),
      );
      const refused = results.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
      return { count: active.length, refused };
    },
    onSuccess: ({ count, refused }) => {
      if (count === 0)
        return showToast({
          tone: 'bad',
          title: 'These automations are paused',
          description: 'Activate one to sync it.',
        });
      if (refused.length === count)
        return sayFailed('Sync failed', refused[0], 'Failed to trigger manual sync');
      const done = count - refused.length;
      showToast({
        title: refused.length === 0 ? 'Manual sync triggered' : `${done} of ${count} syncs triggered`,
      });
    },
    onSettled: refresh,
  });
}
