import type { Figures } from '../../../api/admin.queries.ts';
import { FigureCard } from './figure-card.tsx';
import { monthAndYear, percent } from './overview-words.ts';

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

type LineFigureProps = { figures: Figures; className: string | undefined };

/** Paid plans at the end of each month, and what they are now. */
export function ActiveFigure({ figures: { months, plans, activeNow }, className }: LineFigureProps) {
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
export function ChurnFigure({ figures: { months }, className }: LineFigureProps) {
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
