import type { AuditEvent, Db } from '@picksync/db';
import { belowPosition, type Position } from '../../base/cursor.ts';

/** Returns a user's events below a position, newest first, one more than `limit` where there are more. */
export function findAuditEvents(
  db: Db,
  { userId, below, limit }: { userId: string; below: Position | null; limit: number },
): Promise<AuditEvent[]> {
  return db.auditEvent.findMany({
    where: { userId, ...belowPosition(below, (at) => ({ at })) },
    orderBy: [{ at: 'desc' }, { id: 'desc' }],
    take: limit + 1,
  });
}
