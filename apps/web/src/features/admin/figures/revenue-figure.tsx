import { cx } from '@picksync/ui/class-names.ts';
import type { Figures } from '../../../api/admin.queries.ts';
import { formatAmount } from '../../../ui/amounts.ts';
import { getRevenue, type Month, monthAndYear, monthName } from './figure-texts.ts';
import { FigureCard } from './month-figures.tsx';

/** A round step of which three reach the greatest value: 1, 2, 4 or 5 times a power of ten; 10 while there is nothing. */
export function axisStep(greatest: number): number {
  if (greatest <= 0) return 10;
  const least = greatest / 3;
  const power = 10 ** Math.floor(Math.log10(least));
  return Math.max(1, ([1, 2, 4, 5, 10].find((factor) => factor * power >= least) ?? 10) * power);
}

/** The looks of the parts of a bar, from bottom to top. */
const looks = ['bg-accent-2', 'bg-accent', 'bg-ink-3'];

type RevenueFigureProps = { figures: Figures; className: string | undefined };

/** The revenue per month, less refunds, as bars whose parts are the plans. */
export function RevenueFigure({ figures, className }: RevenueFigureProps) {
  const { months, currency } = figures;
  const plans = figures.plans.filter(({ id }) =>
    months.some(({ revenue }) => revenue.some(({ planId, amount }) => planId === id && amount !== 0)),
  );
  const [before, now] = months.slice(-2);
  if (!before || !now) return null;
  const money = (amount: number) => formatAmount(amount, currency);
  const step = axisStep(Math.max(0, ...months.map(getRevenue)));
  const axis = new Intl.NumberFormat('en-US', { style: 'currency', currency, maximumFractionDigits: 0 });
  return (
    <FigureCard
      title="Revenue per month"
      aside={<Key plans={plans} />}
      figure={money(getRevenue(now))}
      reason={`${monthName(now)} so far; ${monthName(before)} closed at ${money(getRevenue(before))}. What runs now brings ${money(figures.monthlyRevenue)} a month.`}
      className={className}
    >
      <div
        role="img"
        aria-label={`Revenue per month: ${months.map((month) => `${monthAndYear(month)} ${money(getRevenue(month))}`).join(', ')}. ${monthName(now)} is not over.`}
        className="mt-4 grid grid-cols-[auto_minmax(0,1fr)] gap-x-2.5"
      >
        <div className="tabular relative grid h-[132px] content-between text-end text-[0.6875rem] leading-none text-ink-2">
          {[3, 2, 1, 0].map((line) => (
            <span key={line} className="h-0 -translate-y-1/2 leading-0">
              {axis.format(line * step)}
            </span>
          ))}
        </div>
        <div className="relative h-[132px]">
          <div className="absolute inset-0 grid content-between">
            {[3, 2, 1, 0].map((line) => (
              <span key={line} className="h-0 border-t border-line" />
            ))}
          </div>
          <div className="relative flex h-full items-end gap-1 sm:gap-2">
            {months.map((month) => (
              <Bar
                key={month.month}
                month={month}
                plans={plans}
                full={step * 3}
                money={money}
                isOver={month !== now}
              />
            ))}
          </div>
        </div>
        <div className="col-start-2 mt-1.5 flex gap-1 text-center text-[0.6875rem] text-ink-2 sm:gap-2">
          {months.map((month) => (
            <span key={month.month} className="min-w-0 flex-1">
              <span className="sm:hidden">{monthName(month, 'short').charAt(0)}</span>
              <span className="max-sm:hidden">{monthName(month, 'short')}</span>
            </span>
          ))}
        </div>
      </div>
    </FigureCard>
  );
}

function Key({ plans }: { plans: Figures['plans'] }) {
  return (
    <span className="flex gap-3">
      {plans
        .map(({ id, name }, index) => (
          <span key={id} className="inline-flex items-center gap-1.5">
            <span aria-hidden="true" className={cx('size-2 rounded-[2px]', looks[index % looks.length])} />
            {name}
          </span>
        ))
        .reverse()}
    </span>
  );
}

type BarProps = {
  month: Month;
  plans: Figures['plans'];
  /** The amount of the whole height. */
  full: number;
  money: (amount: number) => string;
  isOver: boolean;
};

function Bar({ month, plans, full, money, isOver }: BarProps) {
  const parts = plans.map(({ id, name }) => ({
    name,
    amount: month.revenue.find(({ planId }) => planId === id)?.amount ?? 0,
  }));
  const title = `${monthAndYear(month)}: ${money(getRevenue(month))}${parts.map(({ name, amount }) => `, ${name} ${money(amount)}`).join('')}`;
  return (
    <span
      title={title}
      className={cx('flex h-full min-w-0 flex-1 flex-col-reverse', !isOver && 'opacity-60')}
    >
      {parts.map(({ name, amount }, index) => (
        <span
          key={name}
          // A negative amount has no height.
          style={{ height: `${(Math.max(0, amount) / full) * 100}%` }}
          className={cx(
            'min-w-0 last:rounded-t-[2px] forced-colors:border forced-colors:bg-[CanvasText]',
            looks[index % looks.length],
          )}
        />
      ))}
    </span>
  );
}
