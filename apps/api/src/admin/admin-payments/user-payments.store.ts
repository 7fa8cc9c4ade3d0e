import { type Db, type PaymentProvider, Prisma } from '@picksync/db';
import { belowPositionSql, type Position } from '../../base/cursor.ts';

export type UserPayment = {
  id: string;
  userId: string | null;
  planName: string | null;
  provider: PaymentProvider;
  reference: string | null;
  paymentId: string | null;
  payerName: string | null;
  cents: number;
  currency: string;
  paidAt: Date | null;
  createdAt: Date;
  /** Refunds that are complete or pending. */
  refundedCents: number;
  failedRefunds: number;
  /** What the system has to refund in total. */
  dueCents: number;
  /** Whether an administrator has to settle it first. */
  isUnsettled: boolean;
};

const columns = Prisma.sql`
  t.id, t.user_id AS "userId", p.name AS "planName", t.provider::text AS provider,
  t.provider_subscription_id AS reference, t.provider_transaction_id AS "paymentId", t.payer_name AS "payerName",
  (t.amount * 100)::int AS cents, t.currency, t.payment_date AS "paidAt", t.created_at AS "createdAt",
  (coalesce(back.amount, 0) * 100)::int AS "refundedCents", back.failed AS "failedRefunds", t.refund_due_cents AS "dueCents",
  t.settled_at IS NULL AND (t.partly_refunded_at IS NOT NULL OR t.refund_refused_at IS NOT NULL) AS "isUnsettled"
  FROM payment_transactions t
  LEFT JOIN subscriptions s ON s.id = t.subscription_id
  LEFT JOIN plans p ON p.id = s.plan_id
  LEFT JOIN LATERAL (
    SELECT sum(r.amount) FILTER (WHERE r.status IN ('paid', 'pending')) AS amount,
      (count(*) FILTER (WHERE r.status = 'failed'))::int AS failed
    FROM payment_transactions r WHERE r.refund_of_id = t.id
  ) back ON true`;

const isPayment = Prisma.sql`t.transaction_type = 'payment' AND t.status IN ('paid', 'refunded') AND t.amount > 0`;

/** Returns the payments of a user below a position, newest first, one more than `limit` where there are more. */
export function findUserPayments(
  db: Db,
  { userId, below, limit }: { userId: string; below: Position | null; limit: number },
): Promise<UserPayment[]> {
  return db.$queryRaw<UserPayment[]>`
    SELECT ${columns}
    WHERE t.user_id = ${userId}::uuid AND ${isPayment} AND ${belowPositionSql(below, Prisma.sql`t.created_at, t.id`)}
    ORDER BY t.created_at DESC, t.id DESC LIMIT ${limit + 1}`;
}

/** Returns a payment by its id; null when it does not exist. */
export async function findUserPayment(db: Db, id: string): Promise<UserPayment | null> {
  const [row] = await db.$queryRaw<
    UserPayment[]
  >`SELECT ${columns} WHERE t.id = ${id}::uuid AND ${isPayment}`;
  return row ?? null;
}
