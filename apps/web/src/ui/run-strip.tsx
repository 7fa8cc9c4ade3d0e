import { cx } from './class-names.ts';

const looks = {
  changed: 'bg-good opacity-75',
  unchanged: 'bg-line',
  waiting: 'bg-warn',
  failed: 'bg-bad',
};

/** `id` makes a run findable between renders; `label` says when it was and how it ended. */
export type StripRun = { id: string; result: keyof typeof looks; label: string };

/** The last runs, oldest first: green changed something, grey had nothing to do, amber waits, red failed. `label` says it in words. */
export const RunStrip = ({ label, runs }: { label: string; runs: readonly StripRun[] }) => (
  <div role="img" aria-label={label} className="flex h-3.5 gap-0.5">
    {runs.map((run) => (
      <span key={run.id} title={run.label} className={cx('w-[5px] rounded-[2px]', looks[run.result])} />
    ))}
  </div>
);
