import type { Run } from '@picksync/contracts';
import { ChangeChips } from '../../../ui/change-chips.tsx';
import { formatMoment } from '../../../ui/dates.ts';
import { RunMark } from '../../../ui/run-strip.tsx';
import { runLooks } from '../list/recent-runs.tsx';

const triggers: Record<Run['trigger'], string> = {
  user: 'Asked for by you',
  change: 'Smartsheet told of a change',
  check: 'Regular check',
  settings: 'Settings saved',
  automatic: 'Automatic',
  pause: 'Paused itself',
};

function seconds(ms: number): string {
  return ms < 100 ? 'under 0.1 s' : `${(ms / 1000).toFixed(1)} s`;
}

/** A run: how it ended, what it changed, when it was, who asked for it. */
export function RunEntry({ run }: { run: Run }) {
  const { result, label } = runLooks[run.outcome];
  const facts = [
    triggers[run.trigger],
    ...(run.optionCount === null ? [] : [run.optionCount === 1 ? '1 option' : `${run.optionCount} options`]),
    seconds(run.durationMs),
  ];
  const isTold = run.outcome === 'failed' || run.outcome === 'waiting_review';
  return (
    <li className="grid grid-cols-[5px_minmax(0,1fr)_auto] gap-x-3 border-b border-line py-2.5 text-sm last:border-b-0">
      <span className="mt-1">
        <RunMark result={result} />
      </span>
      <div className="min-w-0">
        <p>
          {label} {run.outcome === 'changed' && <ChangeChips added={run.added} removed={run.removed} />}
        </p>
        <p className="tabular text-xs text-ink-3">{facts.join(', ')}</p>
        {isTold && run.details && <p className="text-xs text-pretty text-ink-2">{run.details}</p>}
      </div>
      <time dateTime={run.at} className="tabular text-xs whitespace-nowrap text-ink-3">
        {formatMoment(run.at)}
      </time>
    </li>
  );
}
