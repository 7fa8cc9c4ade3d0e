import { type Db, type PaymentProvider, Prisma, type Tx } from '@picksync/db';
import { belowPositionSql, type Position } from '../../base/cursor.ts';

/** A payment, as every list of payments shows it. */
export type PaidRow = {
  id: string;
  userId: string | null;
  planName: string | null;
  provider: PaymentProvider;
  reference: string | null;
  paymentId: string | null;
  cents: number;
  currency: string;
  paidAt: Date | null;
  createdAt: Date;
  /** Refunds that are complete or pending. */
  refundedCents: number;
  /** What the system has to refund in total. */
  dueCents: number;
};

const paidColumns = Prisma.sql`
  t.id, t.user_id AS "userId", t.provider::text AS provider, t.provider_subscription_id AS reference,
  t.provider_transaction_id AS "paymentId", (t.amount * 100)::int AS cents, t.currency, t.payment_date AS "paidAt",
  t.created_at AS "createdAt", (coalesce(back.amount, 0) * 100)::int AS "refundedCents", t.refund_due_cents AS "dueCents"`;

/** The part of a payment (`t`) that is back or on its way back, `back.amount`, and how many refunds have failed. */
const withRefunds = Prisma.sql`
  LEFT JOIN LATERAL (
    SELECT sum(r.amount) FILTER (WHERE r.status IN ('paid', 'pending')) AS amount,
      (count(*) FILTER (WHERE r.status = 'failed'))::int AS failed
    FROM payment_transactions r WHERE r.refund_of_id = t.id
  ) back ON true`;

export type PaymentRow = PaidRow & {
  isUnmatched: boolean;
  /** Whether the provider reported the payment, but has not listed it since. */
  isUnlisted: boolean;
  /** Whether a part of unknown size is back. */
  isPartlyBack: boolean;
  /** Whether the provider refused a refund that is due, and its code for why. */
  isRefused: boolean;
  refusal: string | null;
  email: string | null;
  isDisabled: boolean;
  /** What it was for; all null without a checkout of ours, or when its account is gone. */
  planId: number | null;
  agreedCents: number | null;
  agreedCurrency: string | null;
  isRenewal: boolean;
  failure: string | null;
  /** The plan that its payer has now. */
  currentPlanId: number | null;
};

const settleColumns = Prisma.sql`
  ${paidColumns}, coalesce(p.name, d.name) AS "planName", t.transaction_type = 'unmatched' AS "isUnmatched",
  t.provider_transaction_id IS NULL AS "isUnlisted", t.partly_refunded_at IS NOT NULL AS "isPartlyBack",
  t.refund_refused_at IS NOT NULL AS "isRefused", t.refund_refusal AS refusal, u.email,
  u.disabled_at IS NOT NULL AS "isDisabled", c.plan_id AS "planId",
  coalesce(s.price_cents, c.amount_cents) AS "agreedCents", coalesce(s.currency, c.currency) AS "agreedCurrency",
  s.id IS NOT NULL AS "isRenewal", c.failure, now.plan_id AS "currentPlanId"`;

const sources = Prisma.sql`
  payment_transactions t
  LEFT JOIN users u ON u.id = t.user_id
  LEFT JOIN checkouts c ON c.provider = t.provider AND c.provider_reference = t.provider_subscription_id
  LEFT JOIN plans p ON p.id = c.plan_id
  LEFT JOIN subscriptions s ON s.id = c.subscription_id
  LEFT JOIN LATERAL (
    SELECT plans.name FROM deleted_checkouts k JOIN plans ON plans.id = k.plan_id
    WHERE k.provider = t.provider AND k.provider_reference = t.provider_subscription_id
  ) d ON true
  LEFT JOIN LATERAL (
    SELECT o.plan_id FROM subscriptions o
    WHERE o.user_id = t.user_id AND o.status IN ('active', 'past_due', 'cancelled')
  ) now ON true
  ${withRefunds}`;

/** How long a provider may take to list a payment. */
const listsWithinMs = 2 * 24 * 60 * 60_000;

/**
 * Returns the condition for payments (`t`) that nobody has settled and whose refund is incomplete or has failed, or that their
 * provider does not list.
 */
function isOpen(at: Date): Prisma.Sql {
  const unlistedSince = new Date(at.getTime() - listsWithinMs);
  return Prisma.sql`(t.settled_at IS NULL AND (
    t.transaction_type = 'payment' AND t.provider_transaction_id IS NULL AND t.created_at < ${unlistedSince}
    OR t.transaction_type = 'payment' AND t.refund_refused_at IS NOT NULL AND t.refund_due_cents = 0
    OR (t.transaction_type = 'unmatched' OR t.partly_refunded_at IS NOT NULL OR t.refund_refused_at IS NOT NULL)
      AND coalesce(back.amount, 0) * 100 < CASE
        WHEN t.transaction_type = 'unmatched' OR t.partly_refunded_at IS NOT NULL THEN t.amount * 100
        ELSE t.refund_due_cents END))`;
}

/** Returns payments that somebody has to look at below a position, newest first, one more than `limit` where there are more. */
export function findPaymentsToSettle(
  db: Db,
  { below, limit, at }: { below: Position | null; limit: number; at: Date },
): Promise<PaymentRow[]> {
  const older = belowPositionSql(below, Prisma.sql`t.created_at, t.id`);
  return db.$queryRaw<PaymentRow[]>`
    SELECT ${settleColumns} FROM ${sources} WHERE ${isOpen(at)} AND ${older}
    ORDER BY t.created_at DESC, t.id DESC LIMIT ${limit + 1}`;
}

/** Returns one payment that somebody has to look at; null when it does not exist or needs nobody. */
export async function findPaymentToSettle(
  db: Db,
  { id, at }: { id: string; at: Date },
): Promise<PaymentRow | null> {
  const [row] = await db.$queryRaw<PaymentRow[]>`
    SELECT ${settleColumns} FROM ${sources} WHERE t.id = ${id}::uuid AND ${isOpen(at)}`;
  return row ?? null;
}

/** Waits until nobody else settles this payment. Call it after `lockUser`. */
export async function lockPayment(tx: Tx, id: string): Promise<void> {
  await tx.$executeRaw`SELECT 1 FROM payment_transactions WHERE id = ${id}::uuid FOR UPDATE`;
}

/** Payments (`t`) that wait for an administrator, from FROM on; those that go back by themselves are left out. */
export function selectWaitingPayments(at: Date): Prisma.Sql {
  return Prisma.sql`FROM payment_transactions t ${withRefunds}
    WHERE ${isOpen(at)} AND (t.refund_refused_at IS NOT NULL OR t.refund_due_cents < t.amount * 100)`;
}

/** Returns how many payments wait for an administrator. */
export async function countPaymentsToSettle(db: Db, at: Date): Promise<number> {
  const [row] = await db.$queryRaw<
    { count: number }[]
  >`SELECT count(*)::int AS count ${selectWaitingPayments(at)}`;
  return row?.count ?? 0;
}

/** Marks a payment as settled. Returns whether it was not settled before. */
export async function markSettled(db: Db, { id, at }: { id: string; at: Date }): Promise<boolean> {
  const { count } = await db.paymentTransaction.updateMany({
    where: { id, settledAt: null },
    data: { settledAt: at },
  });
  return count === 1;
}

export type UserPayment = PaidRow & {
  failedRefunds: number;
  /** Whether an administrator has to settle it first. */
  isUnsettled: boolean;
};

const userPayments = Prisma.sql`
  SELECT ${paidColumns}, p.name AS "planName", back.failed AS "failedRefunds",
    t.settled_at IS NULL AND (t.partly_refunded_at IS NOT NULL OR t.refund_refused_at IS NOT NULL) AS "isUnsettled"
  FROM payment_transactions t
  LEFT JOIN subscriptions s ON s.id = t.subscription_id
  LEFT JOIN plans p ON p.id = s.plan_id
  ${withRefunds}
  WHERE t.transaction_type = 'payment' AND t.status IN ('paid', 'refunded') AND t.amount > 0`;

/** Returns the payments of a user below a position, newest first, one more than `limit` where there are more. */
export function findUserPayments(
  db: Db,
  { userId, below, limit }: { userId: string; below: Position | null; limit: number },
): Promise<UserPayment[]> {
  const older = belowPositionSql(below, Prisma.sql`t.created_at, t.id`);
  return db.$queryRaw<UserPayment[]>`
    ${userPayments} AND t.user_id = ${userId}::uuid AND ${older}
    ORDER BY t.created_at DESC, t.id DESC LIMIT ${limit + 1}`;
}

export async function findUserPayment(db: Db, id: string): Promise<UserPayment | null> {
  const [row] = await db.$queryRaw<UserPayment[]>`${userPayments} AND t.id = ${id}::uuid`;
  return row ?? null;
}
