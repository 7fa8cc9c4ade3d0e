import type { endpoints, Reply } from '@picksync/contracts';
import type { Db } from '@picksync/db';
import { toAmount } from '../../base/amounts.ts';
import {
  countTrials,
  findMonths,
  findRevenue,
  findRunning,
  type MonthRow,
  type RevenueRow,
} from './figures.store.ts';

type Figures = Reply<typeof endpoints.adminBilling.figures>;

/** Returns the owner's figures, counted from the book of plan changes, the receipts and the running subscriptions. */
export async function readFigures({ db, now }: { db: Db; now: () => Date }): Promise<Figures> {
  const at = now();
  const [months, running, trialsRunning, plans] = await Promise.all([
    findMonths(db, at),
    findRunning(db),
    countTrials(db, at),
    db.plan.findMany({ select: { id: true, name: true, currency: true }, orderBy: { id: 'asc' } }),
  ]);
  const revenue = await findRevenue(db, new Date(`${months[0]?.month}T00:00:00Z`));
  return {
    currency: plans[0]?.currency ?? 'USD',
    plans: plans.map(({ id, name }) => ({ id, name })),
    months: months.map((row) => toMonth(row, revenue)),
    activeNow: running.map(({ planId, count }) => ({ planId, count })),
    trialsRunning,
    monthlyRevenue: toAmount(running.reduce((sum, { cents }) => sum + cents, 0)),
    at: at.toISOString(),
  };
}

function toMonth(
  { activeAtStart, endedOfThose, ...row }: MonthRow,
  revenue: RevenueRow[],
): Figures['months'][number] {
  return {
    ...row,
    revenue: revenue
      .filter(({ month }) => month === row.month)
      .map(({ planId, cents }) => ({ planId, amount: toAmount(cents) })),
    churn: activeAtStart === 0 ? null : endedOfThose / activeAtStart,
  };
}
