import type { ListNoun, Run } from '@picksync/contracts';
import { cx } from '@picksync/ui/class-names.ts';
import { type KeyboardEvent, type PointerEvent, useId, useState } from 'react';
import { ChangeChips } from '../../../ui/change-chips.tsx';
import { formatMoment } from '../../../ui/dates.ts';
import { OutcomeMark } from './outcome-mark.tsx';
import {
  callsText,
  outcomeWords,
  rowsText,
  runsSummary,
  runText,
  seconds,
  triggerWords,
} from './run-texts.ts';

type RunPictureProps = {
  /** Newest first, as they are listed. */
  runs: readonly Run[];
  /** What the list holds. */
  noun: ListNoun;
  /** Shows a run in the list. */
  onChoose: (run: Run) => void;
};

/** Returns the index of the run that a key moves to. */
function placeAfter(key: string, place: number, count: number): number | undefined {
  const places: Record<string, number> = {
    ArrowLeft: place - 1,
    ArrowDown: place - 1,
    ArrowRight: place + 1,
    ArrowUp: place + 1,
    PageDown: place - 10,
    PageUp: place + 10,
    Home: 0,
    End: count - 1,
  };
  const next = places[key];
  return next === undefined ? undefined : Math.min(Math.max(next, 0), count - 1);
}

/**
 * The last runs side by side, the oldest first: what each added stands above the line, what it removed below. One stop by
 * keyboard: the arrows go from run to run, Enter shows one in the list.
 */
export function RunPicture({ runs, noun, onChoose }: RunPictureProps) {
  const id = useId();
  const [place, setPlace] = useState<number | null>(null);
  const drawn = runs.toReversed();
  const at = Math.min(place ?? drawn.length - 1, drawn.length - 1);
  const current = drawn[at];
  const most = Math.max(
    1,
    ...runs.flatMap(({ outcome, added, removed }) => (outcome === 'changed' ? [added, removed] : [])),
  );
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && current) return onChoose(current);
    const next = placeAfter(event.key, at, drawn.length);
    if (next === undefined) return;
    event.preventDefault();
    setPlace(next);
  };
  const getPlace = ({ currentTarget, clientX }: PointerEvent): number => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const share = (clientX - left) / Math.max(width, 1);
    return Math.min(Math.max(Math.floor(share * drawn.length), 0), drawn.length - 1);
  };
  return (
    <div className="px-4 pt-13 pb-3 md:px-5">
      <p id={`${id}about`} className="sr-only">
        {runsSummary(runs)} Enter shows the run in the list.
      </p>
      <div
        role="slider"
        tabIndex={0}
        aria-label="Run"
        aria-describedby={`${id}about`}
        aria-valuemin={1}
        aria-valuemax={drawn.length}
        aria-valuenow={at + 1}
        aria-valuetext={current && runText(current, noun)}
        onKeyDown={onKeyDown}
        onFocus={(event) => event.target.matches(':focus-visible') && setPlace(at)}
        onBlur={() => setPlace(null)}
        onPointerMove={(event) => setPlace(getPlace(event))}
        onPointerLeave={() => setPlace(null)}
        onClick={() => current && onChoose(current)}
        className="relative flex h-24 cursor-pointer touch-pan-y rounded-sm"
      >
        {place !== null && current && <Tip run={current} noun={noun} share={(at + 0.5) / drawn.length} />}
        {drawn.map((run, index) => (
          <Column key={run.id} run={run} most={most} isCurrent={place !== null && index === at} />
        ))}
      </div>
      <div className="tabular mt-1 flex justify-between gap-4 text-xs text-ink-2" aria-hidden="true">
        <span>{formatMoment(drawn[0]?.at ?? '')}</span>
        <span>{formatMoment(drawn.at(-1)?.at ?? '')}</span>
      </div>
    </div>
  );
}

/** Returns the height of a bar. The square root keeps small changes visible beside large ones. */
function height(count: number, most: number): string {
  return count === 0 ? '0' : `${Math.max(8, Math.sqrt(count / most) * 100)}%`;
}

function Column({ run, most, isCurrent }: { run: Run; most: number; isCurrent: boolean }) {
  const isChange = run.outcome === 'changed';
  const bar = 'mx-auto block w-[72%] max-w-2 rounded-[2px] opacity-60 forced-colors:bg-[CanvasText]';
  return (
    <span
      aria-hidden="true"
      className={cx(
        'grid min-w-0 flex-1 grid-rows-[minmax(0,3fr)_16px_minmax(0,2fr)] rounded-sm',
        isCurrent && 'bg-sunken',
      )}
    >
      <span className="flex items-end">
        <span className={cx(bar, 'bg-good')} style={{ height: height(isChange ? run.added : 0, most) }} />
      </span>
      <span className="grid place-items-center">
        <OutcomeMark outcome={run.outcome} className="max-w-full" />
      </span>
      <span className="flex items-start">
        <span className={cx(bar, 'bg-bad')} style={{ height: height(isChange ? run.removed : 0, most) }} />
      </span>
    </span>
  );
}

/** The details of the run under the pointer or with the focus. */
function Tip({ run, noun, share }: { run: Run; noun: ListNoun; share: number }) {
  const rows = rowsText(run);
  return (
    <>
      <span
        aria-hidden="true"
        className="absolute bottom-full mb-1 rounded-md border border-line bg-surface px-2.5 py-1 text-xs whitespace-nowrap shadow-pop"
        // At the edges it stays inside.
        style={{ left: `${share * 100}%`, transform: `translateX(-${share * 100}%)` }}
      >
        <span className="flex items-center gap-1.5">
          <b className="tabular font-semi">{formatMoment(run.at)}</b>
          {run.outcome === 'changed' ? (
            <ChangeChips added={run.added} removed={run.removed} renamed={run.renamed} />
          ) : (
            outcomeWords[run.outcome]
          )}
        </span>
        <span className="tabular block text-ink-2">
          {triggerWords(run, noun)}, {seconds(run.durationMs)}, {callsText(run.calls)}
        </span>
        {rows && <span className="tabular block text-ink-2">{rows}</span>}
      </span>
      <span
        aria-hidden="true"
        className="absolute inset-y-0 -top-1 -z-0 border-s border-dashed border-ink-3"
        style={{ left: `${share * 100}%` }}
      />
    </>
  );
}
