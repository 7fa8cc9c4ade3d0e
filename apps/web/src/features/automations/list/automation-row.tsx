import { type Automation, isolated, type RunOutcome } from '@picksync/contracts';
import { cx } from '@picksync/ui/class-names.ts';
import { DropdownMenu, MenuItem, MenuSeparator } from '@picksync/ui/dropdown-menu.tsx';
import { IconButton } from '@picksync/ui/icon-button.tsx';
import { Name } from '@picksync/ui/name.tsx';
import { Cell, Row } from '@picksync/ui/table.tsx';
import { Tooltip } from '@picksync/ui/tooltip.tsx';
import { Ellipsis, Pause, Pencil, Play, Plus, RefreshCw, Trash2 } from 'lucide-react';
import type { MouseEvent } from 'react';
import { showToast } from '../../../stores/toast.ts';
import { ChangeChips } from '../../../ui/change-chips.tsx';
import { formatAgo } from '../../../ui/dates.ts';
import { describeUpdateMethod, isSyncing, StatusBadge } from '../automation-status.tsx';
import { countOutcomes } from '../page/run-texts.ts';
import { readOnlyReason } from '../use-read-only.ts';
import { useAutomationActions } from './use-automation-actions.tsx';
import { useAutomationLinks } from './use-automation-links.ts';

/** A sheet over its column; where the row is a block, the two in one line. */
function End({ preposition, sheet, column }: { preposition: string; sheet: string; column: string }) {
  return (
    <div className="min-w-0 @max-wide:flex @max-wide:gap-1.5 @max-wide:text-ink-2">
      <span className="shrink-0 text-ink-3 @wide:hidden">{preposition}</span>
      <span title={sheet} className="@max-wide:truncate @wide:line-clamp-2">
        <Name>{sheet}</Name>
      </span>
      <span aria-hidden="true" className="text-ink-3 @wide:hidden">
        ·
      </span>
      <span title={column} className="block truncate text-ink-3 @wide:text-xs">
        <Name>{column}</Name>
      </span>
    </div>
  );
}

type AutomationRowProps = { automation: Automation; now: Date; isReadOnly: boolean };

function LastUpdate({ automation, now, isReadOnly }: AutomationRowProps) {
  const { word, explanation } = describeUpdateMethod(automation, isReadOnly);
  const { lastUpdated } = automation;
  return (
    <div className="@max-wide:flex @max-wide:flex-wrap @max-wide:items-center @max-wide:gap-x-2">
      <time dateTime={lastUpdated ?? undefined} className="block whitespace-nowrap">
        {formatAgo(lastUpdated, now)}
      </time>
      <Tooltip text={explanation}>
        <button type="button" className="cursor-help rounded-sm text-xs text-ink-3">
          {word}
        </button>
      </Tooltip>
    </div>
  );
}

/** Returns whether a click was meant for the row: not for a control in it or above it, nor to select text. */
function isForRow({ target, currentTarget }: MouseEvent): boolean {
  if (!(target instanceof Element && currentTarget.contains(target))) return false;
  return target.closest('a, button') === null && window.getSelection()?.type !== 'Range';
}

/** Whether a click on a link is for another tab or window. */
function opensElsewhere({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return button !== 0 || metaKey || ctrlKey || shiftKey || altKey;
}

/** A row that opens by a click anywhere in it; for the keyboard its name is a link. */
export function AutomationRow({ automation, now, isReadOnly }: AutomationRowProps) {
  const { openPage } = useAutomationLinks();
  return (
    <Row
      aria-busy={isSyncing(automation) || undefined}
      className="cursor-pointer hover:bg-sunken/50"
      onClick={(event) => isForRow(event) && openPage(automation)}
    >
      <Cell>
        {/* A plain link: one of the router's works its address out again whenever any other changes, in every row. */}
        <a
          href={`/automations/${automation.id}`}
          onClick={(event) => {
            if (opensElsewhere(event)) return;
            event.preventDefault();
            openPage(automation);
          }}
          title={automation.name}
          className="max-w-full rounded-sm text-md font-semi hover:underline"
        >
          <span className="line-clamp-2">
            <Name>{automation.name}</Name>
          </span>
        </a>
        <RecentRuns automation={automation} />
      </Cell>
      <Cell className="@max-wide:col-span-2">
        <End
          preposition="from"
          sheet={automation.sourceSheetName ?? 'Unknown sheet'}
          column={automation.sourceColumnName}
        />
      </Cell>
      <Cell className="@max-wide:col-span-2">
        <End preposition="to" sheet={automation.sheetName} column={automation.targetColumnName} />
      </Cell>
      <Cell className="@max-wide:self-center">
        <LastUpdate automation={automation} now={now} isReadOnly={isReadOnly} />
      </Cell>
      <Cell className="@max-wide:col-start-2 @max-wide:row-start-1 @max-wide:justify-self-end">
        <StatusBadge automation={automation} isReadOnly={isReadOnly} />
      </Cell>
      <Cell className="@max-wide:justify-self-end">
        <AutomationActions automation={automation} isReadOnly={isReadOnly} />
      </Cell>
    </Row>
  );
}

function sayPaused(): void {
  showToast({ tone: 'bad', title: 'This automation is paused', description: 'Activate it to sync it.' });
}

/** The buttons of a row; while Smartsheet is not connected, why there are none. */
function AutomationActions({ automation, isReadOnly }: { automation: Automation; isReadOnly: boolean }) {
  if (!isReadOnly) return <Buttons automation={automation} />;
  // One that is paused does not go on by itself.
  const reason = automation.isActive ? readOnlyReason : 'Reconnect to activate it';
  return <p className="text-right text-xs whitespace-nowrap text-ink-3">{reason}</p>;
}

/** Their labels include the automation's name, so that each is unique. */
function Buttons({ automation }: { automation: Automation }) {
  const { edit, addDestinations, askToDelete } = useAutomationLinks();
  const { sync, toggle } = useAutomationActions(automation);
  const { name, isActive } = automation;
  return (
    <div className="flex justify-end gap-1">
      <IconButton
        label={`Sync Now: ${isolated(name)}`}
        title={isActive ? 'Sync Now' : 'Activate it to sync it'}
        pending={sync.isPending || isSyncing(automation)}
        aria-disabled={isActive ? undefined : true}
        onClick={isActive ? () => sync.mutate() : sayPaused}
      >
        <RefreshCw strokeWidth={1.75} />
      </IconButton>
      <IconButton
        label={`${isActive ? 'Pause' : 'Activate'}: ${isolated(name)}`}
        title={isActive ? 'Pause' : 'Activate'}
        pending={toggle.isPending}
        onClick={() => toggle.mutate()}
      >
        {isActive ? <Pause strokeWidth={1.75} /> : <Play strokeWidth={1.75} />}
      </IconButton>
      <DropdownMenu
        trigger={
          <IconButton label={`More: ${isolated(name)}`} title="More">
            <Ellipsis strokeWidth={1.75} />
          </IconButton>
        }
      >
        <MenuItem icon={Pencil} onSelect={() => edit(automation, 'name')}>
          Edit
        </MenuItem>
        <MenuItem icon={Plus} onSelect={() => addDestinations(automation)}>
          Add another destination
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={Trash2} destructive onSelect={() => askToDelete(automation)}>
          Delete
        </MenuItem>
      </DropdownMenu>
    </div>
  );
}

/** What a run that ended so looks like in the strip, and its label. */
const runLooks: Record<RunOutcome, { label: string; className: string }> = {
  changed: {
    label: 'Changed the dropdown',
    className: 'bg-good opacity-75 forced-colors:bg-[CanvasText] forced-colors:opacity-100',
  },
  unchanged: {
    label: 'Nothing to change',
    className: 'bg-line forced-colors:mt-2.5 forced-colors:bg-[CanvasText]',
  },
  waiting_review: { label: 'Waits for your review', className: 'bg-warn forced-colors:border' },
  failed: {
    label: 'Failed',
    className: 'bg-bad forced-colors:mt-1 forced-colors:border-t-[5px] forced-colors:border-b-2',
  },
};

/** The strip in words: how many runs there were, and how many of each outcome that occurred. */
export function stripSummary(outcomes: readonly RunOutcome[]): string {
  const count = outcomes.length === 1 ? 'Last run' : `Last ${outcomes.length} runs`;
  const words = {
    changed: 'changed the dropdown',
    unchanged: 'found nothing to change',
    waiting_review: 'stopped for review',
    failed: 'failed',
  };
  return `${count}: ${countOutcomes(outcomes, words)}`;
}

/** The last runs as a strip, and what the newest one changed. */
function RecentRuns({ automation: { recentRuns, lastRun } }: { automation: Automation }) {
  return (
    <div className="mt-1 flex min-h-[18px] items-center gap-2 text-xs text-ink-3">
      {recentRuns.length === 0 ? 'No sync yet' : <RunStrip outcomes={recentRuns} />}
      {lastRun?.outcome === 'changed' && <ChangeChips added={lastRun.added} removed={lastRun.removed} />}
    </div>
  );
}

/** The last runs, oldest first: green changed something, grey had nothing to do, amber waits, red failed. */
function RunStrip({ outcomes }: { outcomes: readonly RunOutcome[] }) {
  // A run has no id here: its place in the strip identifies it.
  const runs = outcomes.map((outcome, place) => ({ ...runLooks[outcome], id: String(place) }));
  return (
    <div role="img" aria-label={stripSummary(outcomes)} className="flex h-3.5 gap-0.5">
      {runs.map(({ id, label, className }) => (
        <span key={id} title={label} className={cx('w-[5px] rounded-[2px]', className)} />
      ))}
    </div>
  );
}
