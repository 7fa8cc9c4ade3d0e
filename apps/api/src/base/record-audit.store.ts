import type { Db, Prisma } from '@picksync/db';

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
