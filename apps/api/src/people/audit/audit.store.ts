import type { AuditEvent, Db } from '@picksync/db';
import { belowPosition, type Position } from '../../base/cursor.ts';

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
