import type { PrismaClient } from './generated/client.ts';

/** How many rows were marked, and sessions ended. */
export type MarkedRestored = { connections: number; automations: number; sessions: number };

/**
 * Marks what a database that was restored from a dump cannot know. Whether the tokens of a connection were refreshed after
 * the dump: its next sweep refreshes them, and where Smartsheet refuses, the user is told why. What runs have left in
 * dropdowns since: nothing counts as changed by hand until the next run. Two-way pairs keep what they remember: without
 * it, rows that were deleted would come back. Every sheet is read again, and every webhook compared with Smartsheet's. Which
 * sessions were ended since and which links were used: all of them are over. Safe to repeat. Call it before anything else
 * works on the database.
 */
export function markRestored(prisma: PrismaClient): Promise<MarkedRestored> {
  return prisma.$transaction(async (tx) => {
    const connections = await tx.$executeRaw`
      UPDATE smartsheet_connections SET status_reason = 'restored', token_refresh_at = now(), token_expires_at = now(),
        refresh_lease_id = NULL, refresh_lease_until = NULL, next_webhook_check_at = now()
      WHERE status = 'connected'`;
    const automations = await tx.$executeRaw`
      UPDATE automations SET base_hashes = '{}' WHERE mode <> 'two_way' AND base_hashes <> '{}'`;
    await tx.$executeRaw`UPDATE sheets SET version = NULL WHERE version IS NOT NULL`;
    const sessions = await tx.$executeRaw`DELETE FROM sessions`;
    await tx.$executeRaw`UPDATE one_time_codes SET used_at = now() WHERE used_at IS NULL`;
    return { connections, automations, sessions };
  });
}
