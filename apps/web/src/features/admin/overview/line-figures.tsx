import type { Figures } from '../../../api/admin.queries.ts';
import { FigureCard } from './figure-card.tsx';
import { monthAndYear, percent } from './overview-words.ts';
import { TrendLine } from './trend-line.tsx';

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
