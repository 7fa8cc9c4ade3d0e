import type { SubscriptionStatus } from '@picksync/contracts';
import { type Db, Prisma } from '@picksync/db';

/** The facts for a mail about a plan, as they are when the mail is written. */
export type PlanNews = {
  userId: string;
  to: string;
  timeZone: string | null;
  planName: string;
  limit: number;
  freeLimit: number;
  /** What the free plan is called. */
  freeName: string;
  status: SubscriptionStatus;
  provider: 'paypal' | 'razorpay' | 'manual' | 'none' | null;
  /** Of a regular period. */
  priceCents: number;
  currency: string;
  periodEnd: Date | null;
  pastDueSince: Date | null;
  isCancelled: boolean;
  wasTakenBack: boolean;
  /** Of the last payment for this plan; all null when nothing was paid. */
  paidCents: number | null;
  paidAt: Date | null;
  receiptNumber: string | null;
};

/**
 * Reads the state of a subscription, or of the one that a batch of notices is about: directly, or by a line in the book
 * of plan changes, of which the newest counts. Null when it is gone.
 */
export async function findPlanNews(
  db: Db,
  which: { batchId: string } | { subscriptionId: string },
): Promise<PlanNews | null> {
  const subscription =
    'batchId' in which
      ? Prisma.sql`(
        SELECT coalesce(c.subscription_id, n.subject_id)
        FROM notices n LEFT JOIN plan_changes c ON c.id = n.subject_id
        WHERE n.batch_id = ${which.batchId}::uuid ORDER BY c.at DESC NULLS LAST LIMIT 1)`
      : Prisma.sql`${which.subscriptionId}::uuid`;
  const [news] = await db.$queryRaw<PlanNews[]>`
    SELECT u.id AS "userId", u.email AS to, u.time_zone AS "timeZone", p.name AS "planName",
      p.configs_limit AS limit, (SELECT f.configs_limit FROM plans f WHERE f.id = 1) AS "freeLimit",
      (SELECT f.name FROM plans f WHERE f.id = 1) AS "freeName",
      s.status::text AS status, s.payment_provider::text AS provider, s.price_cents AS "priceCents", s.currency,
      s.current_period_end AS "periodEnd", s.past_due_since AS "pastDueSince",
      s.cancel_at_period_end AS "isCancelled", coalesce(s.payment_status = 'refunded', false) AS "wasTakenBack",
      paid.*
    FROM subscriptions s
    JOIN users u ON u.id = s.user_id
    JOIN plans p ON p.id = s.plan_id
    LEFT JOIN LATERAL (
      SELECT (t.amount * 100)::int AS "paidCents", t.payment_date AS "paidAt", r.number AS "receiptNumber"
      FROM payment_transactions t LEFT JOIN receipts r ON r.transaction_id = t.id
      WHERE t.subscription_id = s.id AND t.transaction_type = 'payment' AND t.status IN ('paid', 'refunded')
      ORDER BY t.payment_date DESC NULLS LAST, t.id DESC LIMIT 1
    ) paid ON true
    WHERE s.id = ${subscription}`;
  return news ?? null;
}

/** Reads the state of the subscription that a payment has bought or renewed. */
export async function findNewsOfPayment(db: Db, transactionId: string): Promise<PlanNews | null> {
  const row = await db.paymentTransaction.findUnique({
    where: { id: transactionId },
    select: { subscriptionId: true },
  });
  return row?.subscriptionId ? findPlanNews(db, { subscriptionId: row.subscriptionId }) : null;
}

export type PaymentNews = {
  userId: string;
  to: string;
  timeZone: string | null;
  cents: number;
  /** How much of it goes back. */
  backCents: number;
  currency: string;
  provider: PlanNews['provider'];
  paidAt: Date | null;
  receiptNumber: string | null;
};

/** Reads a payment and its payer; null when they are gone. */
export async function findPaymentNews(db: Db, transactionId: string): Promise<PaymentNews | null> {
  const [news] = await db.$queryRaw<PaymentNews[]>`
    SELECT u.id AS "userId", u.email AS to, u.time_zone AS "timeZone", (t.amount * 100)::int AS cents, t.currency,
      t.refund_due_cents AS "backCents", t.provider::text AS provider, t.payment_date AS "paidAt", r.number AS "receiptNumber"
    FROM payment_transactions t JOIN users u ON u.id = t.user_id
    LEFT JOIN receipts r ON r.transaction_id = t.id
    WHERE t.id = ${transactionId}::uuid`;
  return news ?? null;
}
