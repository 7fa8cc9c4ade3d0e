import type { endpoints, Reply } from '@picksync/contracts';
import type { Db } from '@picksync/db';
import { toAmount } from '../../base/amounts.ts';
import type { Context } from '../../base/context.ts';

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

type MonthRow = {
  month: string;
  trialsBegun: number;
  trialsConverted: number;
  active: number;
  begun: number;
  ended: number;
  activeAtStart: number;
  endedOfThose: number;
};

/**
 * Returns the last twelve months in UTC up to that of `at`, oldest first, counted from the billing ledger. A plan that
 * takes the place of another one of the same person has neither begun nor ended. A trial became a paid plan when money was received
 * for one and is not back; of a deleted account the billing ledger says only which provider charged for it.
 */
function findMonths(db: Db, at: Date): Promise<MonthRow[]> {
  return db.$queryRaw<MonthRow[]>`
    WITH months AS (
      SELECT m AS starts, m + interval '1 month' AS ends
      FROM generate_series(
        date_trunc('month', ${at}::timestamptz AT TIME ZONE 'UTC') - interval '11 months',
        date_trunc('month', ${at}::timestamptz AT TIME ZONE 'UTC'), interval '1 month') m
    ), changes AS (
      SELECT user_id, subscription_id, provider, kind, at AT TIME ZONE 'UTC' AS at FROM plan_changes WHERE at <= ${at}
    ), lives AS (
      SELECT subscription_id, min(user_id::text) AS user_id,
        min(at) FILTER (WHERE kind = 'activated') AS began,
        min(at) FILTER (WHERE kind IN ('ended', 'replaced')) AS over,
        bool_or(kind = 'replaced') AS was_replaced, bool_or(provider IN ('paypal', 'razorpay')) AS was_charged
      FROM changes WHERE subscription_id IS NOT NULL GROUP BY subscription_id
    ), paid AS (
      SELECT l.user_id, l.began FROM lives l
      WHERE EXISTS (SELECT FROM payment_transactions t WHERE t.subscription_id = l.subscription_id
          AND t.transaction_type = 'payment' AND t.status = 'paid' AND t.amount > 0
          AND t.provider IN ('paypal', 'razorpay'))
        OR l.was_charged AND NOT EXISTS (SELECT FROM subscriptions s WHERE s.id = l.subscription_id)
    ), trials AS (
      SELECT user_id, min(at) AS began FROM changes WHERE kind = 'trial_started' GROUP BY user_id
    )
    SELECT to_char(m.starts, 'YYYY-MM-DD') AS month,
      (SELECT count(*)::int FROM trials t WHERE t.began >= m.starts AND t.began < m.ends) AS "trialsBegun",
      (SELECT count(*)::int FROM trials t WHERE t.began >= m.starts AND t.began < m.ends
        AND EXISTS (SELECT FROM paid p WHERE p.user_id = t.user_id::text AND p.began >= t.began)) AS "trialsConverted",
      (SELECT count(*)::int FROM lives l WHERE l.began < m.ends AND (l.over IS NULL OR l.over >= m.ends)) AS active,
      (SELECT count(*)::int FROM lives l WHERE l.began >= m.starts AND l.began < m.ends
        AND NOT EXISTS (SELECT FROM lives o WHERE o.user_id = l.user_id AND o.was_replaced AND o.over = l.began)) AS begun,
      (SELECT count(*)::int FROM lives l WHERE l.over >= m.starts AND l.over < m.ends AND NOT l.was_replaced) AS ended,
      (SELECT count(*)::int FROM lives l WHERE l.began < m.starts AND (l.over IS NULL OR l.over >= m.starts)) AS "activeAtStart",
      (SELECT count(*)::int FROM lives l WHERE l.began < m.starts AND l.over >= m.starts AND l.over < m.ends
        AND NOT l.was_replaced) AS "endedOfThose"
    FROM months m ORDER BY m.starts`;
}

type RevenueRow = { month: string; planId: number; cents: number };

/**
 * Returns what was received less what was refunded, per month and plan, from the receipts. Of a receipt without the plan's id the
 * subscription tells the plan, and the name that it had where the account is deleted.
 */
function findRevenue(db: Db, since: Date): Promise<RevenueRow[]> {
  return db.$queryRaw<RevenueRow[]>`
    SELECT to_char(date_trunc('month', r.issued_at AT TIME ZONE 'UTC'), 'YYYY-MM-DD') AS month,
      coalesce((r.content ->> 'planId')::int, s.plan_id, p.id, 0) AS "planId", sum(r.total_cents)::int AS cents
    FROM receipts r
    JOIN payment_transactions t ON t.id = r.transaction_id
    LEFT JOIN subscriptions s ON s.id = t.subscription_id
    LEFT JOIN plans p ON p.name = r.content ->> 'planName'
    WHERE r.issued_at >= ${since} GROUP BY 1, 2`;
}

type RunningRow = { planId: number; count: number; cents: number };

/** Returns the plans that run now, with what their regular periods bring in a month. */
function findRunning(db: Db): Promise<RunningRow[]> {
  return db.$queryRaw<RunningRow[]>`
    SELECT plan_id AS "planId", count(*)::int AS count,
      coalesce(sum(price_cents) FILTER (WHERE status <> 'cancelled' AND payment_provider IN ('paypal', 'razorpay')), 0)::int AS cents
    FROM subscriptions WHERE status IN ('active', 'past_due', 'cancelled') GROUP BY plan_id ORDER BY plan_id`;
}
