import { type Db, Prisma, type ProviderEvent } from '@picksync/db';
import { belowPositionSql, type Position } from '../../base/cursor.ts';

export type EventRow = {
  id: string;
  provider: 'paypal' | 'razorpay';
  type: string;
  reference: string | null;
  email: string | null;
  receivedAt: Date;
  processedAt: Date | null;
  outcome: string | null;
  detail: string | null;
  attempts: number;
  isWaiting: boolean;
};

/**
 * The condition for events (`e`) that an administrator should look at. A refused event is dealt with once every payment
 * behind it that bought nothing is settled or back; one without a payment has to be acknowledged.
 */
const isWaiting = Prisma.sql`(
  e.provider IN ('paypal', 'razorpay') AND e.outcome IN ('refused', 'failed', 'unassigned') AND e.acknowledged_at IS NULL
  AND NOT (e.outcome = 'refused' AND coalesce((
    SELECT bool_and(t.transaction_type <> 'unmatched' OR t.settled_at IS NOT NULL OR t.status = 'refunded')
    FROM payment_transactions t
    WHERE t.provider::text = e.provider::text AND t.provider_subscription_id = e.reference
      AND (t.transaction_type = 'unmatched' OR t.settled_at IS NOT NULL)), false)))`;

type Wanted = { outcome: string | undefined; onlyWaiting: boolean; below: Position | null; limit: number };

/** Returns events of the payment providers below a position, newest first, one more than `limit` where there are more. */
export function findEvents(db: Db, { outcome, onlyWaiting, below, limit }: Wanted): Promise<EventRow[]> {
  const wanted = Prisma.sql`${outcome ?? null}::text IS NULL OR e.outcome = ${outcome ?? null}`;
  const waiting = onlyWaiting ? isWaiting : Prisma.sql`true`;
  const older = belowPositionSql(below, Prisma.sql`e.received_at, e.id`);
  return db.$queryRaw<EventRow[]>`
    SELECT e.id, e.provider::text AS provider, e.type, e.reference, u.email, e.received_at AS "receivedAt",
      e.processed_at AS "processedAt", e.outcome, e.detail, e.attempts,
      coalesce(${isWaiting}, false) AS "isWaiting"
    FROM provider_events e
    LEFT JOIN checkouts c ON c.provider::text = e.provider::text AND c.provider_reference = e.reference
    LEFT JOIN users u ON u.id = c.user_id
    WHERE e.provider IN ('paypal', 'razorpay') AND (${wanted}) AND ${waiting} AND ${older}
    ORDER BY e.received_at DESC, e.id DESC LIMIT ${limit + 1}`;
}

export async function countWaitingEvents(db: Db): Promise<number> {
  const [row] = await db.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM provider_events e WHERE ${isWaiting}`;
  return row?.count ?? 0;
}

/**
 * Acknowledges an event and every other one about the same reference. Returns how many that are: those that were refused or failed
 * and had not been acknowledged before.
 */
export async function markAcknowledged(
  db: Db,
  { id, provider, reference, at }: Pick<ProviderEvent, 'id' | 'provider' | 'reference'> & { at: Date },
): Promise<number> {
  const { count } = await db.providerEvent.updateMany({
    where: {
      ...(reference === null ? { id } : { provider, reference }),
      outcome: { in: ['refused', 'failed', 'unassigned'] },
      acknowledgedAt: null,
    },
    data: { acknowledgedAt: at },
  });
  return count;
}

/** Reopens a refused or unassigned event, so that the next try records its result in the same row. */
export async function reopenEvent(db: Db, id: string): Promise<void> {
  await db.providerEvent.updateMany({
    where: { id, outcome: { in: ['refused', 'unassigned'] } },
    data: { processedAt: null },
  });
}
