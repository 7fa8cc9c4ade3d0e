import type { Automation, RunOutcome } from '@picksync/contracts';
import { cx } from '@picksync/ui/class-names.ts';
import { ChangeChips } from '../../../ui/change-chips.tsx';
import { countOutcomes } from '../page/run-texts.ts';

/** What a run that ended so looks like in the strip, and its label. */
const runLooks: Record<RunOutcome, { label: string; className: string }> = {
  changed: {
    label: 'Changed the list',
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
    changed: 'changed the list',
    unchanged: 'found nothing to change',
    waiting_review: 'stopped for review',
    failed: 'failed',
  };
  return `${count}: ${countOutcomes(outcomes, words)}`;
}

/** The last runs as a strip, and what the newest one changed. */
export function RecentRuns({ automation: { recentRuns, lastRun } }: { automation: Automation }) {
  return (
    <div className="flex items-center gap-2 text-xs text-ink-3">
      {recentRuns.length === 0 ? 'No sync yet' : <RunStrip outcomes={recentRuns} />}
      {lastRun?.outcome === 'changed' && (
        <ChangeChips added={lastRun.added} removed={lastRun.removed} renamed={lastRun.renamed} />
      )}
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
