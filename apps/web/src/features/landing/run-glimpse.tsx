import { Badge } from '@picksync/ui/badge.tsx';
import { cx } from '@picksync/ui/class-names.ts';

const marks = {
  w: { name: 'wrote', look: 'bg-good/75' },
  n: { name: 'nothing to do', look: 'bg-line' },
  r: { name: 'waits', look: 'bg-warn' },
  f: { name: 'failed', look: 'bg-bad' },
};

type Mark = keyof typeof marks;

const runs = [
  { name: 'Clients into Time sheet', state: 'Active', marks: 'wnnwnnnwwnnw' },
  { name: 'Staff into Assignments', state: 'Active', marks: 'wrwnwnwnnwnw' },
  { name: 'Regions into Clients', state: 'Paused', marks: 'wnnnnnwnfff' },
] as const;

const strip = 'w-1.5 rounded-[2px] forced-colors:border';

/** The last runs of three automations, and what their marks mean. */
export function RunGlimpse() {
  return (
    <>
      {runs.map((run) => (
        <div
          key={run.name}
          className="grid gap-1 not-first-of-type:border-t not-first-of-type:border-line not-first-of-type:pt-3"
        >
          <p className="flex flex-wrap items-center justify-between gap-2">
            <span className="font-semi">{run.name}</span>
            <Badge tone={run.state === 'Active' ? 'good' : 'neutral'}>{run.state}</Badge>
          </p>
          <p className="flex gap-0.5">
            {[...run.marks].map((mark, index) => (
              <span key={index} className={cx(strip, 'h-4', marks[mark as Mark].look)} />
            ))}
          </p>
        </div>
      ))}
      <p className="mt-auto flex flex-wrap gap-x-3.5 gap-y-1 text-xs text-ink-2">
        {Object.values(marks).map(({ name, look }) => (
          <span key={name} className="flex items-center gap-1.5">
            <span className={cx(strip, 'h-3', look)} />
            {name}
          </span>
        ))}
      </p>
    </>
  );
}
