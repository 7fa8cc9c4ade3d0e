import { Badge } from '@picksync/ui/badge.tsx';
import { cx } from '@picksync/ui/class-names.ts';
import type { ReactNode } from 'react';
import { ChangeChips } from '../../ui/change-chips.tsx';
import { DifferenceBar } from '../../ui/difference-figures.tsx';
import { LandingSection } from './landing-section.tsx';

const chips = [
  ['+ Umbra Studios', 'bg-good-soft'],
  ['+ Yarrow Botanics', 'bg-good-soft'],
  ['+ Zephyr Wind', 'bg-good-soft'],
  ['− Eastgate Railways', 'bg-bad-soft'],
  ['Café Noir', 'bg-sunken'],
  ['Halcyon Air', 'bg-sunken'],
  ['27 more stay', 'bg-sunken text-ink-2'],
] as const;

/** A preview, a review and the runs, each as a piece of its screen. */
export function Glimpses() {
  return (
    <LandingSection title="Nothing happens behind your back">
      <div className="grid gap-x-7 gap-y-8 lg:grid-cols-3">
        <Glimpse title="Before" text="What would be added, removed and kept, read live from your sheets.">
          <Line name="Preview" aside={<ChangeChips added={3} removed={1} />} />
          <p className="text-ink-2">Client name in Clients fills Client in Time sheet 2026.</p>
          <p className="flex flex-wrap gap-1.5">
            {chips.map(([text, look]) => (
              <span key={text} className={cx('rounded-sm px-2 py-[3px] text-xs', look)}>
                {text}
              </span>
            ))}
          </p>
          <Acts quiet="Cancel" main="Create Automation" />
        </Glimpse>
        <Glimpse
          title="In doubt"
          text="A run that would empty a dropdown, or remove too much of it, stops and asks."
        >
          <Line name="Stopped" aside={<Badge tone="warn">Needs your review</Badge>} />
          <p className="text-ink-2">
            Projects into Expense report would remove 31 of 48 options. Nothing was changed.
          </p>
          <div className="grid gap-2">
            <DifferenceBar
              parts={[
                { kind: 'kept', count: 17 },
                { kind: 'removed', count: 31 },
              ]}
            />
            <p className="flex justify-between gap-3">
              <span className="text-ink-2">17 stay</span>
              <span className="text-bad">31 would be removed</span>
            </p>
          </div>
          <Acts quiet="Pause" main="Approve exactly this" />
        </Glimpse>
        <Glimpse title="After" text="Every run leaves a mark that says what came and what went, and why.">
          <Line name="Last runs" />
          <RunGlimpse />
        </Glimpse>
      </div>
    </LandingSection>
  );
}

/** A drawing of a screen, marked as an example. */
function Glimpse({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <figure className="grid content-start gap-3.5 lg:row-span-2 lg:grid-rows-subgrid">
      <div
        aria-hidden="true"
        className="relative flex cursor-default flex-col gap-3 rounded-lg border border-dashed border-line bg-surface p-5 text-sm select-none"
      >
        <span className="absolute -top-2.5 inset-s-4 rounded-full border border-line bg-canvas px-2 text-xs/4.5 text-ink-2">
          Example
        </span>
        {children}
      </div>
      <figcaption className="text-ink-2">
        <b className="block font-bold text-ink">{title}</b>
        {text}
      </figcaption>
    </figure>
  );
}

function Line({ name, aside }: { name: string; aside?: ReactNode }) {
  return (
    <p className="flex min-h-6 flex-wrap items-center justify-between gap-2 text-md font-bold">
      {name} {aside}
    </p>
  );
}

/** What one can do there, as text: nothing in a drawing looks as if it could be pressed. */
function Acts({ quiet, main }: { quiet: string; main: string }) {
  return (
    <p className="mt-auto border-t border-line pt-2.5 text-xs text-ink-2">
      Then you choose: <span className="font-semi">{main}</span> or <span className="font-semi">{quiet}</span>
      .
    </p>
  );
}

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
function RunGlimpse() {
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
