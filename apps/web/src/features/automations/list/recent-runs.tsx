import type { Automation, LastRun, RunOutcome } from '@picksync/contracts';
import { ChangeChips } from '../../../ui/change-chips.tsx';
import { RunStrip, type StripRun } from '../../../ui/run-strip.tsx';

/** The look of a run by its outcome, and its label. */
export const runLooks: Record<RunOutcome, Omit<StripRun, 'id'>> = {
  changed: { result: 'changed', label: 'Changed the dropdown' },
  unchanged: { result: 'unchanged', label: 'Nothing to change' },
  waiting_review: { result: 'waiting', label: 'Waits for your review' },
  failed: { result: 'failed', label: 'Failed' },
};

function runs(count: number): string {
  return count === 1 ? 'Last run' : `Last ${count} runs`;
}

/** The strip in words: how many runs there were, and how many of each outcome that occurred. */
export function stripSummary(outcomes: readonly RunOutcome[]): string {
  const words = {
    changed: 'changed the dropdown',
    unchanged: 'found nothing to change',
    waiting_review: 'stopped for review',
    failed: 'failed',
  };
  const parts = Object.entries(words).flatMap(([outcome, word]) => {
    const count = outcomes.filter((candidate) => candidate === outcome).length;
    return count > 0 ? [`${count} ${word}`] : [];
  });
  return `${runs(outcomes.length)}: ${parts.join(', ')}`;
}

export type RecentRunsProps = {
  automation: Pick<Automation, 'recentRuns'> & {
    lastRun: Pick<LastRun, 'outcome' | 'added' | 'removed'> | null;
  };
};

/** The last runs as a strip, and what the newest one changed. */
export function RecentRuns({ automation: { recentRuns, lastRun } }: RecentRunsProps) {
  return (
    <div className="mt-1 flex min-h-[18px] items-center gap-2 text-xs text-ink-3">
      {recentRuns.length === 0 ? (
        'No sync yet'
      ) : (
        <RunStrip
          label={stripSummary(recentRuns)}
          // Runs here have no id: their place in the strip identifies them.
          runs={recentRuns.map((run, place) => ({ ...runLooks[run], id: String(place) }))}
        />
      )}
      {lastRun?.outcome === 'changed' && <ChangeChips added={lastRun.added} removed={lastRun.removed} />}
    </div>
  );
}
