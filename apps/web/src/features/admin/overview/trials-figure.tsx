import type { Figures } from '../../../api/admin.queries.ts';
import { FigureCard } from './figure-card.tsx';
import { monthName, percent } from './overview-words.ts';

type TrialsFigureProps = { figures: Figures; className: string | undefined };

/** How many trials began, and how many of these users pay now. */
export function TrialsFigure({ figures: { months, trialsRunning }, className }: TrialsFigureProps) {
  const now = months.at(-1);
  if (!now) return null;
  const sumMonths = (key: 'trialsBegun' | 'trialsConverted') =>
    months.reduce((sum, month) => sum + month[key], 0);
  return (
    <FigureCard
      title="Trials, this month"
      figure={now.trialsBegun}
      reason={`begun in ${monthName(now)}; ${trialsRunning} ${trialsRunning === 1 ? 'trial runs' : 'trials run'} now.`}
      className={className}
    >
      <Became
        when={`Of those begun in ${monthName(now)}`}
        begun={now.trialsBegun}
        converted={now.trialsConverted}
      />
      <Became
        when="Of those begun in twelve months"
        begun={sumMonths('trialsBegun')}
        converted={sumMonths('trialsConverted')}
      />
    </FigureCard>
  );
}

type BecameProps = { when: string; begun: number; converted: number };

function Became({ when, begun, converted }: BecameProps) {
  const share = begun === 0 ? 0 : converted / begun;
  const text = begun === 0 ? 'None begun' : `${converted} of ${begun}, or ${percent(share)}`;
  return (
    <div className="mt-4 grid gap-1 text-sm">
      <p className="text-xs text-ink-2">{when}</p>
      <p className="flex flex-wrap justify-between gap-x-3">
        Became paying <b className="tabular font-semi">{text}</b>
      </p>
      <div aria-hidden="true" className="h-3 overflow-hidden rounded-[3px] bg-sunken forced-colors:border">
        <div
          className="h-full rounded-[3px] bg-accent forced-colors:bg-[CanvasText]"
          style={{ width: `${Math.min(share, 1) * 100}%` }}
        />
      </div>
    </div>
  );
}
