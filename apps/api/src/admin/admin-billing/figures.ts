import type { endpoints, Reply } from '@picksync/contracts';
import { toAmount } from '../../base/amounts.ts';
import type { Context } from '../../base/context.ts';
import { findMonths, findRevenue, findRunning, type MonthRow, type RevenueRow } from './figures.store.ts';

/** Returns the owner's figures, counted from the billing ledger, the receipts and the running subscriptions. */
export async function readFigures({
  db,
  now,
}: Context): Promise<Reply<typeof endpoints.adminBilling.figures>> {
  const at = now();
  const [months, running, trialsRunning, plans] = await Promise.all([
    findMonths(db, at),
    findRunning(db),
    db.user.count({
      where: { subscriptionStatus: 'trial', trialEndDate: { gt: at }, isVerified: true, isDemo: false },
    }),
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

function toMonth({ activeAtStart, endedOfThose, ...row }: MonthRow, revenue: RevenueRow[]) {
  const ofMonth = revenue.filter(({ month }) => month === row.month);
  return {
    ...row,
    revenue: ofMonth.map(({ planId, cents }) => ({ planId, amount: toAmount(cents) })),
    churn: activeAtStart === 0 ? null : endedOfThose / activeAtStart,
  };
}
