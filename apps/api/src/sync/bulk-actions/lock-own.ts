import type { Tx } from '@picksync/db';

export type Selection = { userId: string; ids: readonly string[] };

export type LockedRow = {
  id: string;
  connectionId: string;
  isActive: boolean;
  isMarked: boolean;
  webhookEnabled: boolean;
};

/** Locks those of the automations that are the user's, in the order in which every transaction locks several. */
export function lockOwn(tx: Tx, { userId, ids }: Selection): Promise<LockedRow[]> {
  return tx.$queryRaw<LockedRow[]>`
    SELECT id, connection_id AS "connectionId", is_active AS "isActive", dirty_at IS NOT NULL AS "isMarked",
      webhook_enabled AS "webhookEnabled"
    FROM automations WHERE user_id = ${userId}::uuid AND id = ANY(${[...ids]}::uuid[])
    ORDER BY id FOR NO KEY UPDATE`;
}
