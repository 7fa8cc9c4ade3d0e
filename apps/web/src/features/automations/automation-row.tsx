import type { Automation } from '@picksync/contracts';
import { Badge } from '../../ui/badge.tsx';
import { ChangeChips } from '../../ui/change-chips.tsx';
import { formatAgo } from '../../ui/dates.ts';
import { Cell, Row } from '../../ui/table.tsx';
import { AutomationActions } from './automation-actions.tsx';
import { isSyncing, statusOf, updateMethodOf } from './automation-status.ts';
import { RecentRuns } from './recent-runs.tsx';

type SideProps = { preposition: string; sheet: string; column: string };

/** A sheet over its column; on a phone the two in one line. */
const Side = ({ preposition, sheet, column }: SideProps) => (
  <div className="min-w-0 max-md:flex max-md:gap-1.5 max-md:text-ink-2">
    <span className="md:hidden">{preposition}</span>
    <span className="block truncate md:text-ink">{sheet}</span>
    <span aria-hidden="true" className="text-ink-3 md:hidden">
      ·
    </span>
    <span className="block truncate text-ink-3 md:text-xs">{column}</span>
  </div>
);

const Status = ({ automation }: { automation: Automation }) => {
  if (isSyncing(automation)) {
    return (
      <Badge tone="accent" spinning>
        {automation.syncState === 'queued' ? 'Waiting to sync' : 'Syncing'}
      </Badge>
    );
  }
  const { tone, word } = statusOf(automation);
  return <Badge tone={tone}>{word}</Badge>;
};

const LastUpdate = ({ automation, now }: { automation: Automation; now: Date }) => {
  const { word, explanation } = updateMethodOf(automation);
  const { lastRun } = automation;
  return (
    <div className="max-md:flex max-md:flex-wrap max-md:items-center max-md:gap-x-2">
      <div className="flex items-center gap-2 whitespace-nowrap">
        <time dateTime={automation.lastUpdated ?? undefined}>{formatAgo(automation.lastUpdated, now)}</time>
        {lastRun?.outcome === 'changed' && <ChangeChips added={lastRun.added} removed={lastRun.removed} />}
      </div>
      <span title={explanation} className="text-xs text-ink-3">
        {word}
      </span>
    </div>
  );
};

export const AutomationRow = ({ automation, now }: { automation: Automation; now: Date }) => (
  <Row aria-busy={isSyncing(automation) || undefined}>
    <Cell className="max-w-[280px] max-md:max-w-none">
      <span className="block truncate text-md font-semi">{automation.name}</span>
      <RecentRuns runs={automation.recentRuns} />
      {automation.lastError && (
        <p className="mt-1 max-w-[44ch] text-xs text-pretty whitespace-normal text-bad">
          {automation.lastError}
        </p>
      )}
    </Cell>
    <Cell className="max-w-[180px] max-md:col-span-2 max-md:max-w-none">
      <Side
        preposition="from"
        sheet={automation.sourceSheetName ?? 'Unknown sheet'}
        column={automation.sourceColumnName}
      />
    </Cell>
    <Cell className="max-w-[180px] max-md:col-span-2 max-md:max-w-none">
      <Side preposition="to" sheet={automation.sheetName} column={automation.targetColumnName} />
    </Cell>
    <Cell className="max-md:self-center">
      <LastUpdate automation={automation} now={now} />
    </Cell>
    <Cell className="max-md:col-start-2 max-md:row-start-1 max-md:justify-self-end">
      <Status automation={automation} />
    </Cell>
    <Cell className="max-md:justify-self-end">
      <AutomationActions automation={automation} />
    </Cell>
  </Row>
);
