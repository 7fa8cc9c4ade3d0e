import type { DateReader, SubscriptionStatus } from '@picksync/contracts';
import { type Db, type Plan, Prisma } from '@picksync/db';
import { isForSale } from '../../base/plans.store.ts';

/** The facts for a mail about a plan, as they are when the mail is written. */
export type PlanNews = DateReader & {
  userId: string;
  to: string;
  planId: number;
  planName: string;
  /** Whether the plan can still be bought. */
  isOffered: boolean;
  limit: number;
  freeLimit: number;
  freeName: string;
  status: SubscriptionStatus;
  provider: Provider;
  /** Of a regular period. */
  priceCents: number;
  currency: string;
  startDate: Date;
  periodEnd: Date | null;
  /** The price of the first period, after a coupon. */
  firstCents: number;
  pastDueSince: Date | null;
  isCancelled: boolean;
  wasRefunded: boolean;
  /** Whether its provider has not ended it for good: a cancellation can be undone. */
  canResume: boolean;
  /** Of the last payment for this plan; all null when nothing was paid. */
  paidCents: number | null;
  paidAt: Date | null;
  receiptNumber: string | null;
  /** The user's other plan: the one it follows, or the one that replaced it. */
  beside: { name: string; status: SubscriptionStatus; endsAt: Date | null; provider: Provider } | null;
  /** The plan that is booked to follow. */
  next: {
    planId: number;
    name: string;
    priceCents: number;
    startsAt: Date;
    isPaid: boolean;
    provider: Provider;
  } | null;
  /** The end of a trial that still runs. */
  trialEndsAt: Date | null;
};

type Provider = 'paypal' | 'razorpay' | 'manual' | 'none' | null;

type WithDb = { db: Db };

type PlanNewsRow = Omit<PlanNews, 'beside' | 'next' | 'isOffered'> &
  Pick<Plan, 'isActive' | 'tier'> & { id: string };

/** Where to send a mail, and how its reader writes days. */
const reader = Prisma.sql`
  u.id AS "userId", u.email AS to, u.time_zone AS "timeZone", u.clock::text AS clock, u.date_order::text AS "dateOrder"`;

/** What names a subscription: itself, a batch of notices about it, or a payment that bought or renewed it. */
type PlanNewsKey = { subscriptionId: string } | { batchId: string } | { transactionId: string };

/** Returns the id in SQL. A notice is about a subscription or a line in the billing ledger, of which the newest counts. */
function selectSubscription(key: PlanNewsKey): Prisma.Sql {
  if ('subscriptionId' in key) return Prisma.sql`${key.subscriptionId}::uuid`;
  if ('transactionId' in key)
    return Prisma.sql`(SELECT subscription_id FROM payment_transactions WHERE id = ${key.transactionId}::uuid)`;
  return Prisma.sql`(
    SELECT coalesce(c.subscription_id, n.subject_id)
    FROM notices n LEFT JOIN plan_changes c ON c.id = n.subject_id
    WHERE n.batch_id = ${key.batchId}::uuid ORDER BY c.at DESC NULLS LAST LIMIT 1)`;
}

/** Reads the state of a subscription; null when it is gone. */
export async function findPlanNews({ db }: WithDb, key: PlanNewsKey): Promise<PlanNews | null> {
  const [row] = await db.$queryRaw<PlanNewsRow[]>`
    SELECT s.id, ${reader}, p.id AS "planId", p.name AS "planName",
      p.is_active AS "isActive", p.tier::text AS tier,
      p.configs_limit AS limit, (SELECT f.configs_limit FROM plans f WHERE f.id = 1) AS "freeLimit",
      (SELECT f.name FROM plans f WHERE f.id = 1) AS "freeName",
      s.status::text AS status, s.payment_provider::text AS provider, s.price_cents AS "priceCents", s.currency,
      s.start_date AS "startDate", s.current_period_end AS "periodEnd",
      coalesce(bought.amount_cents, s.price_cents) AS "firstCents",
      CASE WHEN u.subscription_status IN ('trial', 'pending') THEN u.trial_end_date END AS "trialEndsAt",
      s.past_due_since AS "pastDueSince",
      s.cancel_at_period_end AS "isCancelled", coalesce(s.payment_status = 'refunded', false) AS "wasRefunded",
      NOT (s.payment_provider = 'paypal' AND coalesce(jsonb_exists(s.metadata, 'endedAtProvider'), false)) AS "canResume",
      paid.*
    FROM subscriptions s
    JOIN users u ON u.id = s.user_id
    JOIN plans p ON p.id = s.plan_id
    LEFT JOIN LATERAL (
      SELECT c.amount_cents FROM checkouts c
      WHERE c.subscription_id = s.id AND c.kind <> 'renewal' ORDER BY c.created_at LIMIT 1
    ) bought ON true
    LEFT JOIN LATERAL (
      SELECT (t.amount * 100)::int AS "paidCents", t.payment_date AS "paidAt", r.number AS "receiptNumber"
      FROM payment_transactions t LEFT JOIN receipts r ON r.transaction_id = t.id
      WHERE t.subscription_id = s.id AND t.transaction_type = 'payment' AND t.status IN ('paid', 'refunded')
      ORDER BY t.payment_date DESC NULLS LAST, t.id DESC LIMIT 1
    ) paid ON true
    WHERE s.id = ${selectSubscription(key)}`;
  if (!row) return null;
  const { id, isActive, tier, ...news } = row;
  return {
    ...news,
    isOffered: isForSale({ isActive, tier }),
    ...(await findOthers(db, { id, userId: news.userId })),
  };
}

/** Returns the other plans of a user: the one that runs, and the one that is booked. */
async function findOthers(
  db: Db,
  { id, userId }: { id: string; userId: string },
): Promise<Pick<PlanNews, 'beside' | 'next'>> {
  const rows = await db.subscription.findMany({
    where: { userId, id: { not: id }, status: { in: ['active', 'past_due', 'cancelled', 'scheduled'] } },
    include: { plan: { select: { name: true } } },
  });
  const next = rows.find(({ status }) => status === 'scheduled');
  const beside = rows.find(({ status }) => status !== 'scheduled');
  return {
    beside: beside
      ? {
          name: beside.plan.name,
          status: beside.status,
          endsAt: beside.currentPeriodEnd,
          provider: beside.paymentProvider,
        }
      : null,
    next: next
      ? {
          planId: next.planId,
          name: next.plan.name,
          priceCents: next.priceCents,
          startsAt: next.startDate,
          isPaid: next.paymentStatus === 'paid',
          provider: next.paymentProvider,
        }
      : null,
  };
}

export type PaymentNews = DateReader & {
  userId: string;
  to: string;
  cents: number;
  /** How much of it is refunded. */
  backCents: number;
  currency: string;
  provider: PlanNews['provider'];
  paidAt: Date | null;
  receiptNumber: string | null;
};

const payment = Prisma.sql`
  (t.amount * 100)::int AS cents, t.currency, t.provider::text AS provider, t.payment_date AS "paidAt"`;

type PaymentKey = { transactionId: string };

/** Reads a payment and its payer; null when they are gone. */
export async function findPaymentNews(
  { db }: WithDb,
  { transactionId }: PaymentKey,
): Promise<PaymentNews | null> {
  const [news] = await db.$queryRaw<PaymentNews[]>`
    SELECT ${reader}, ${payment}, t.refund_due_cents AS "backCents", r.number AS "receiptNumber"
    FROM payment_transactions t JOIN users u ON u.id = t.user_id
    LEFT JOIN receipts r ON r.transaction_id = t.id
    WHERE t.id = ${transactionId}::uuid`;
  return news ?? null;
}

export type RefundNews = PaymentNews & {
  /** The plan that was paid; null if it has ended. */
  planName: string | null;
  /** The plan of today that its unused days paid a part of, still in its first period, and that period's end; null if there is none. */
  creditedName: string | null;
  creditedUntil: Date | null;
};

/** Reads a refund, its payment and its payer; null when they are gone. `cents` is the amount of the payment, `backCents` that of the refund. */
export async function findRefundNews(
  { db }: WithDb,
  { transactionId }: PaymentKey,
): Promise<RefundNews | null> {
  const [news] = await db.$queryRaw<RefundNews[]>`
    SELECT ${reader}, ${payment}, (b.amount * 100)::int AS "backCents", r.number AS "receiptNumber",
      p.name AS "planName", c.name AS "creditedName", c.until AS "creditedUntil"
    FROM payment_transactions b
    JOIN payment_transactions t ON t.id = b.refund_of_id
    JOIN users u ON u.id = t.user_id
    LEFT JOIN receipts r ON r.transaction_id = b.id
    LEFT JOIN subscriptions s ON s.id = t.subscription_id AND s.status IN ('active', 'past_due', 'cancelled')
    LEFT JOIN plans p ON p.id = s.plan_id
    LEFT JOIN LATERAL (
      WITH RECURSIVE later AS (
        SELECT n.* FROM subscriptions o JOIN subscriptions n ON n.id = o.replaced_by_id
        WHERE o.id = t.subscription_id AND o.end_date < t.next_billing_date
        UNION ALL SELECT n.* FROM later l JOIN subscriptions n ON n.id = l.replaced_by_id
      )
      SELECT q.name, l.current_period_end AS until FROM later l JOIN plans q ON q.id = l.plan_id
      WHERE l.status IN ('active', 'past_due', 'cancelled') AND l.current_period_start = l.start_date
    ) c ON true
    WHERE b.id = ${transactionId}::uuid`;
  return news ?? null;
}
