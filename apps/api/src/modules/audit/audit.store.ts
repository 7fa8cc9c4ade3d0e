import type { AuditEvent, Db, Prisma } from '@picksync/db';
import type { Position } from '../../cursor.ts';

type NewEvent = Required<
  Pick<Prisma.AuditEventUncheckedCreateInput, 'userId' | 'actorId' | 'network' | 'foldKey'>
> & { action: string; details: Record<string, string | undefined>; at: Date };

/** Adds an event; one with the fold key of an earlier one is counted there. */
export async function insertAuditEvent(db: Db, event: NewEvent): Promise<void> {
  const { userId, actorId, action, network, details, at, foldKey } = event;
  await db.$executeRaw`
    INSERT INTO audit_events AS e (id, user_id, actor_id, action, network, details, at, fold_key)
    VALUES (gen_random_uuid(), ${userId}::uuid, ${actorId}::uuid, ${action}, ${network},
      ${JSON.stringify(details)}::jsonb, ${at}, ${foldKey})
    ON CONFLICT (fold_key) DO UPDATE SET count = e.count + 1, at = greatest(e.at, EXCLUDED.at)`;
}

/** Returns a user's events below a position, newest first, one more than `limit` where there are more. */
export function findAuditEvents(
  db: Db,
  { userId, below, limit }: { userId: string; below: Position | null; limit: number },
): Promise<AuditEvent[]> {
  return db.auditEvent.findMany({
    where: {
      userId,
      ...(below && { OR: [{ at: { lt: below.at } }, { at: below.at, id: { lt: below.id } }] }),
    },
    orderBy: [{ at: 'desc' }, { id: 'desc' }],
    take: limit + 1,
  });
}
