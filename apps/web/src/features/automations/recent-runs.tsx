import type { Automation } from '@picksync/contracts';
import { RunStrip, type StripRun } from '../../ui/run-strip.tsx';

const looks: Record<Automation['recentRuns'][number], Omit<StripRun, 'id'>> = {
  changed: { result: 'changed', label: 'Changed the dropdown' },
  unchanged: { result: 'unchanged', label: 'Nothing to change' },
  waiting_review: { result: 'waiting', label: 'Waits for your review' },
  failed: { result: 'failed', label: 'Failed' },
};

const summary = (runs: Automation['recentRuns']): string => {
  const count = (outcome: Automation['recentRuns'][number]) => runs.filter((run) => run === outcome).length;
  const parts = [`${count('changed')} changed the dropdown`, `${count('failed')} failed`];
  return `Last ${runs.length} runs: ${parts.join(', ')}`;
};

/** The strip of the last runs; nothing before the first. */
export const RecentRuns = ({ runs }: { runs: Automation['recentRuns'] }) =>
  runs.length === 0 ? null : (
    <div className="mt-1.5">
      <RunStrip
        label={summary(runs)}
        // A run has no name of its own: its place in the strip is what it is.
        runs={runs.map((run, place) => ({ ...looks[run], id: String(place) }))}
      />
    </div>
  );
