import type { AuditEvent, Db, Prisma } from '@picksync/db';
import { belowPosition, type Position } from '../../base/cursor.ts';

type NewEvent = Required<
  Pick<Prisma.AuditEventUncheckedCreateInput, 'userId' | 'actorId' | 'network' | 'foldKey'>
> & { action: string; details: Record<string, string | undefined>; at: Date };

/** Adds an event and returns its id; one with the fold key of an earlier one is counted there. */
export async function insertAuditEvent(db: Db, event: NewEvent): Promise<string> {
  const { userId, actorId, action, network, details, at, foldKey } = event;
  const [{ id }] = await db.$queryRaw<[{ id: string }]>`
    INSERT INTO audit_events AS e (id, user_id, actor_id, action, network, details, at, fold_key)
    VALUES (gen_random_uuid(), ${userId}::uuid, ${actorId}::uuid, ${action}, ${network},
      ${JSON.stringify(details)}::jsonb, ${at}, ${foldKey})
    ON CONFLICT (fold_key) DO UPDATE SET count = e.count + 1, at = greatest(e.at, EXCLUDED.at)
    RETURNING e.id`;
  return id;
}

/** Returns a user's events below a position, newest first, one more than `limit` where there are more. */
export function findAuditEvents(
  db: Db,
  { userId, below, limit }: { userId: string; below: Position | null; limit: number },
): Promise<AuditEvent[]> {
  return db.auditEvent.findMany({
    where: {
      userId,
      ...belowPosition(below, (at) => ({ at })),
    },
    orderBy: [{ at: 'desc' }, { id: 'desc' }],
    take: limit + 1,
  });
}

/** Reads an event with the user whom a mail about it goes to; null when either is gone. */
export async function findEventToTell(db: Db, id: string) {
  const event = await db.auditEvent.findUnique({
    where: { id },
    select: {
      action: true,
      details: true,
      network: true,
      at: true,
      user: { select: { id: true, email: true, timeZone: true, clock: true, dateOrder: true } },
    },
  });
  return event?.user ? { ...event, user: event.user } : null;
}
