import { cx } from '@picksync/ui/class-names.ts';

const looks = {
  changed: 'bg-good opacity-75 forced-colors:bg-[CanvasText] forced-colors:opacity-100',
  unchanged: 'bg-line forced-colors:mt-2.5 forced-colors:bg-[CanvasText]',
  waiting: 'bg-warn forced-colors:border',
  failed: 'bg-bad forced-colors:mt-1 forced-colors:border-t-[5px] forced-colors:border-b-2',
};

export type RunResult = keyof typeof looks;

/** `id` makes a run findable between renders; `label` says when it was and how it ended. */
export type StripRun = { id: string; result: RunResult; label: string };

/** The last runs, oldest first: green changed something, grey had nothing to do, amber waits, red failed. `label` says it in words. */
export function RunStrip({ label, runs }: { label: string; runs: readonly StripRun[] }) {
  return (
    <div role="img" aria-label={label} className="flex h-3.5 gap-0.5">
      {runs.map((run) => (
        <span key={run.id} title={run.label} className={cx('w-[5px] rounded-[2px]', looks[run.result])} />
      ))}
    </div>
  );
}
