import { Card } from '@picksync/ui/card.tsx';
import { cx } from '@picksync/ui/class-names.ts';
import type { ReactNode } from 'react';
import type { Figures } from '../../../api/admin.queries.ts';
import { monthAndYear, monthName, percent } from './figure-texts.ts';

type Point = { name: string; value: number };

type TrendLineProps = {
  label: string;
  /** Oldest first, at least two. */
  points: readonly Point[];
  write: (value: number) => string;
};

const [width, height] = [110, 60];

/** A figure over time, as a line over its area; the axis begins at zero. The label names every point. */
function TrendLine({ label, points, write }: TrendLineProps) {
  const most = Math.max(...points.map(({ value }) => value));
  const places = points.map(({ value }, index) => {
    const x = (index / (points.length - 1)) * width;
    const y = most === 0 ? height - 2 : height - 2 - (value / most) * (height - 6);
    return `${x.toFixed(1)} ${y.toFixed(1)}`;
  });
  const line = `M${places.join('L')}`;
  return (
    <svg
      role="img"
      aria-label={`${label}: ${points.map(({ name, value }) => `${name} ${write(value)}`).join(', ')}`}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      className="mt-3 block h-16 w-full overflow-visible"
    >
      <path d={`${line}V${height}H0z`} className="fill-accent-soft forced-colors:fill-none" />
      <path
        d={line}
        className="fill-none stroke-accent stroke-[1.75] [stroke-linejoin:round] [vector-effect:non-scaling-stroke] forced-colors:stroke-[CanvasText]"
      />
    </svg>
  );
}

type FigureProps = { figures: Figures; className: string | undefined };

/** Paid plans at the end of each month, and what they are now. */
export function ActiveFigure({ figures: { months, plans, activeNow }, className }: FigureProps) {
  const [first, now] = [months[0], months.at(-1)];
  if (!first || !now) return null;
  const byPlan = activeNow
    .filter(({ count }) => count > 0)
    .map(({ planId, count }) => `${count} ${plans.find(({ id }) => id === planId)?.name ?? 'other'}`)
    .join(', ');
  const points = months.map((month) => ({ name: monthAndYear(month), value: month.active }));
  return (
    <FigureCard
      title="Active subscriptions"
      figure={now.active}
      reason={`${byPlan || 'Nobody pays yet'}; ${now.begun} new, ${now.ended} ended this month`}
      className={className}
    >
      <TrendLine label="Active subscriptions" points={points} write={String} />
      <Ends from={`${first.active} in ${monthAndYear(first)}`} to={`${now.active} now`} />
    </FigureCard>
  );
}

/** The share of the plans running at the beginning of a month that ended in it. */
export function ChurnFigure({ figures: { months }, className }: FigureProps) {
  const now = months.at(-1);
  const points = months.flatMap(({ churn, month }) =>
    churn === null ? [] : [{ name: monthAndYear({ month }), value: churn }],
  );
  const first = points[0];
  if (!now) return null;
  return (
    <FigureCard
      title="Churn"
      figure={now.churn === null ? 'None' : percent(now.churn)}
      reason={
        now.churn === null
          ? 'No plan was running when the month began.'
          : 'of the plans that began the month; counted when the period ends'
      }
      className={className}
    >
      {first && points.length > 1 ? (
        <>
          <TrendLine label="Churn" points={points} write={percent} />
          <Ends
            from={`${percent(first.value)} in ${first.name}`}
            to={now.churn === null ? '' : `${percent(now.churn)} now`}
          />
        </>
      ) : (
        <p className="mt-4 text-sm text-ink-2">The line begins with the second month that has plans.</p>
      )}
    </FigureCard>
  );
}

function Ends({ from, to }: { from: string; to: string }) {
  return (
    <div aria-hidden="true" className="tabular mt-1.5 flex justify-between text-[0.6875rem] text-ink-2">
      <span>{from}</span>
      <span>{to}</span>
    </div>
  );
}

/** How many trials began, and how many of these users pay now. */
export function TrialsFigure({ figures: { months, trialsRunning }, className }: FigureProps) {
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

type FigureCardProps = {
  title: string;
  aside?: ReactNode;
  figure: ReactNode;
  /** Why the figure is as it is. */
  reason: ReactNode;
  className: string | undefined;
  children: ReactNode;
};

/** A card with a figure: its title, the number, the reason, and a chart. */
export function FigureCard({ title, aside, figure, reason, className, children }: FigureCardProps) {
  return (
    <Card role="group" aria-label={title} className={cx('flex flex-col', className)}>
      <div className="flex flex-wrap justify-between gap-x-3 text-xs font-medium text-ink-2">
        <h2 className="text-xs font-medium">{title}</h2>
        {aside}
      </div>
      <p className="tabular text-2xl font-bold tracking-[-0.02em]">{figure}</p>
      <p className="text-xs text-ink-2">{reason}</p>
      {children}
    </Card>
  );
}
