import { type Db, type PaymentProvider, Prisma } from '@picksync/db';
import type { Position } from '../../cursor.ts';

export type PaymentRow = {
  id: string;
  isUnmatched: boolean;
  email: string | null;
  provider: PaymentProvider;
  reference: string | null;
  paymentId: string | null;
  cents: number;
  currency: string;
  paidAt: Date | null;
  createdAt: Date;
  refundedCents: number;
  dueCents: number;
};

/** Returns payments that somebody has to look at below a position, newest first, one more than `limit` where there are more. */
export function findPaymentsToSettle(
  db: Db,
  { below, limit }: { below: Position | null; limit: number },
): Promise<PaymentRow[]> {
  const older = below
    ? Prisma.sql`(t.created_at, t.id) < (${below.at}, ${below.id}::uuid)`
    : Prisma.sql`true`;
  return db.$queryRaw<PaymentRow[]>`
    SELECT t.id, t.transaction_type = 'unmatched' AS "isUnmatched", u.email, t.provider::text AS provider,
      t.provider_subscription_id AS reference, t.provider_transaction_id AS "paymentId",
      (t.amount * 100)::int AS cents, t.currency, t.payment_date AS "paidAt", t.created_at AS "createdAt",
      (coalesce(back.amount, 0) * 100)::int AS "refundedCents", t.refund_due_cents AS "dueCents"
    FROM payment_transactions t
    LEFT JOIN users u ON u.id = t.user_id
    LEFT JOIN LATERAL (
      SELECT sum(r.amount) AS amount FROM payment_transactions r
      WHERE r.refund_of_id = t.id AND r.status IN ('paid', 'pending')
    ) back ON true
    WHERE (t.transaction_type = 'unmatched' OR t.partly_refunded_at IS NOT NULL)
      AND coalesce(back.amount, 0) < t.amount AND ${older}
    ORDER BY t.created_at DESC, t.id DESC LIMIT ${limit + 1}`;
}
