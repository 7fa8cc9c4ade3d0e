import { type SettingName, settingNames } from '@picksync/contracts';
import { type Automation, type Db, type Plan, Prisma } from '@picksync/db';
import { isToBegin } from '../subscriptions/subscriptions.store.ts';

/** Plans are few: an administrator edits them one by one. */
const cheapestFirst = {
  orderBy: [{ price: 'asc' }, { id: 'asc' }],
  take: 50,
} satisfies Prisma.PlanFindManyArgs;

/** Returns every plan, the cheapest first. */
export function findEveryPlan(db: Db): Promise<Plan[]> {
  return db.plan.findMany(cheapestFirst);
}

/** Returns the plans that can be bought, the cheapest first, and `ownPlanId` even if it no longer can. */
export function findPlans(db: Db, ownPlanId: number | null): Promise<Plan[]> {
  return db.plan.findMany({
    where: { OR: [{ isActive: true }, ...(ownPlanId === null ? [] : [{ id: ownPlanId }])] },
    ...cheapestFirst,
  });
}

const current = {
  id: true,
  userId: true,
  status: true,
  planId: true,
  priceCents: true,
  periodValueCents: true,
  currency: true,
  currentPeriodStart: true,
  currentPeriodEnd: true,
  cancelAtPeriodEnd: true,
  pastDueSince: true,
  paymentProvider: true,
  paymentProviderSubscriptionId: true,
  paymentStatus: true,
  startDate: true,
  metadata: true,
  plan: { select: { id: true, name: true, tier: true, configsLimit: true, isActive: true } },
  checkouts: {
    where: { kind: { not: 'renewal' } },
    select: { amountCents: true },
    orderBy: { createdAt: 'asc' },
    take: 1,
  },
  transactions: {
    where: { transactionType: 'payment', status: 'paid' },
    select: { amount: true, currency: true, paymentDate: true, createdAt: true },
    orderBy: [{ periodStart: 'desc' }, { id: 'desc' }],
    take: 1,
  },
} satisfies Prisma.SubscriptionSelect;

export type CurrentRow = Prisma.SubscriptionGetPayload<{ select: typeof current }>;

/**
 * Reads the subscription that a user has (paid, overdue, or cancelled and paid until its end) and the one that is booked,
 * by the clock: from its day on a booked one is the one that the user has.
 */
export async function findCurrentRows(
  db: Db,
  { userId, at }: { userId: string; at: Date },
): Promise<{ row: CurrentRow | null; next: CurrentRow | null }> {
  const rows = await db.subscription.findMany({
    where: { userId, status: { in: ['active', 'past_due', 'cancelled', 'scheduled'] } },
    select: current,
  });
  const next = rows.find(({ status }) => status === 'scheduled') ?? null;
  const row = rows.find(({ status }) => status !== 'scheduled') ?? null;
  if (!next || next.startDate > at) return { row, next };
  return { row: isToBegin(next) ? { ...next, status: 'active' } : null, next: null };
}

export type AroundIt = {
  /** Of the payment page that can still be paid; all null when there is none. */
  planId: number | null;
  planName: string | null;
  provider: 'paypal' | 'razorpay' | null;
  reference: string | null;
  couponCode: string | null;
  isApproved: boolean | null;
  since: Date | null;
  /** Of the last payment; all null when there is none. */
  amount: Prisma.Decimal | null;
  refunded: Prisma.Decimal | null;
  currency: string | null;
  paidAt: Date | null;
  receiptNumber: string | null;
  pausedByPlan: number;
};

/**
 * Reads in one statement what belongs to a subscription: an open payment page, the last payment, and how many
 * automations are paused by the plan.
 */
export async function findSurroundings(
  db: Db,
  { userId, at }: { userId: string; at: Date },
): Promise<AroundIt> {
  const [row] = await db.$queryRaw<AroundIt[]>`
    SELECT open.*, paid.*, (
        SELECT count(*)::int FROM automations a
        WHERE a.user_id = ${userId}::uuid AND ${pausedByPlan}
      ) AS "pausedByPlan"
    FROM (SELECT 1) one
    LEFT JOIN LATERAL (
      SELECT c.plan_id AS "planId", p.name AS "planName", c.provider::text AS provider,
        c.provider_reference AS reference, c.created_at AS since, u.code AS "couponCode",
        c.approved_at IS NOT NULL AS "isApproved"
      FROM checkouts c JOIN plans p ON p.id = c.plan_id LEFT JOIN coupons u ON u.id = c.coupon_id
      WHERE c.user_id = ${userId}::uuid AND c.status = 'open' AND c.expires_at > ${at}
        AND c.provider IN ('paypal', 'razorpay') AND c.provider_reference IS NOT NULL
    ) open ON true
    LEFT JOIN LATERAL (
      SELECT t.amount, t.currency, t.payment_date AS "paidAt", r.number AS "receiptNumber",
        CASE WHEN t.status = 'refunded' THEN t.amount ELSE (
          SELECT coalesce(sum(b.amount), 0) FROM payment_transactions b
          WHERE b.refund_of_id = t.id AND b.status = 'paid') END AS refunded
      FROM payment_transactions t LEFT JOIN receipts r ON r.transaction_id = t.id
      WHERE t.user_id = ${userId}::uuid AND t.transaction_type = 'payment' AND t.status IN ('paid', 'refunded')
        AND t.payment_date IS NOT NULL
      ORDER BY t.payment_date DESC, t.id DESC LIMIT 1
    ) paid ON true`;
  if (!row) throw new Error('a row of one without a row');
  return row;
}

/** The condition for automations (`a`) that were paused because a plan covers fewer. */
export const pausedByPlan = Prisma.sql`
  NOT a.is_active AND a.paused_by = 'system' AND a.last_error_reason = 'plan_limit'`;

const settings = Object.fromEntries(settingNames.map((name) => [name, true])) as Record<SettingName, true>;

export type ActiveAutomation = Pick<Automation, 'id' | 'name' | 'settingsVersion' | SettingName>;

export type InUse = {
  /** The active automations, the newest first. */
  automations: ActiveAutomation[];
  /** API keys that are valid, and outgoing webhooks that are active. */
  apiKeys: number;
  outgoingWebhooks: number;
};

/** Reads what plans allow or do not, as far as a user has it. There are no more automations than a plan allows. */
export async function findInUse(db: Db, { userId, at }: { userId: string; at: Date }): Promise<InUse> {
  const [automations, apiKeys, outgoingWebhooks] = await Promise.all([
    db.automation.findMany({
      where: { userId, isActive: true },
      select: { id: true, name: true, settingsVersion: true, ...settings },
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    }),
    db.apiKey.count({
      where: { userId, revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: at } }] },
    }),
    db.outgoingWebhook.count({ where: { userId, isActive: true } }),
  ]);
  return { automations, apiKeys, outgoingWebhooks };
}
