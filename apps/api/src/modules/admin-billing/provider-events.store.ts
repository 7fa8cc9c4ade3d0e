import { type Db, Prisma } from '@picksync/db';
import { belowPositionSql, type Position } from '../../cursor.ts';

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
};

/** Returns events of the payment providers below a position, newest first, one more than `limit` where there are more. */
export function findEvents(
  db: Db,
  { outcome, below, limit }: { outcome: string | undefined; below: Position | null; limit: number },
): Promise<EventRow[]> {
  const wanted = outcome ? Prisma.sql`e.outcome = ${outcome}` : Prisma.sql`true`;
  const older = belowPositionSql(below, Prisma.sql`e.received_at, e.id`);
  return db.$queryRaw<EventRow[]>`
    SELECT e.id, e.provider::text AS provider, e.type, e.reference, u.email, e.received_at AS "receivedAt",
      e.processed_at AS "processedAt", e.outcome, e.detail, e.attempts
    FROM provider_events e
    LEFT JOIN checkouts c ON c.provider::text = e.provider::text AND c.provider_reference = e.reference
    LEFT JOIN users u ON u.id = c.user_id
    WHERE e.provider IN ('paypal', 'razorpay') AND ${wanted} AND ${older}
    ORDER BY e.received_at DESC, e.id DESC LIMIT ${limit + 1}`;
}

export type Replayable = { provider: 'paypal' | 'razorpay'; reference: string | null; type: string };

/** Returns what an event is about; null when there is no such event of a payment provider. */
export async function findEvent(db: Db, id: string): Promise<Replayable | null> {
  const found = await db.providerEvent.findUnique({
    where: { id },
    select: { provider: true, reference: true, type: true },
  });
  if (!found || found.provider === 'smartsheet') return null;
  return { ...found, provider: found.provider };
}

/** Lets the next try write what it came to beside an event that was refused. */
export async function reopenRefusedEvent(db: Db, id: string): Promise<void> {
  await db.providerEvent.updateMany({ where: { id, outcome: 'refused' }, data: { processedAt: null } });
}
