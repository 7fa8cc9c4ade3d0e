import { randomUUID } from 'node:crypto';
import { failureReasons, getFailureClass } from '@picksync/contracts';
import { Prisma, type PrismaClient, type Tx, transact } from '@picksync/db';
import { recordActivity } from '../activity/activity.store.ts';

/** The failures that are an automation's own and that its owner can end. Those of a connection are told once, for all. */
const ownFailures: readonly string[] = failureReasons.filter(
  (reason) => getFailureClass(reason) === 'configuration',
);

/** Returns whether a failure is the automation's own, so that its owner can end it. */
export function isOwnFailure(reason: string | null): boolean {
  return reason !== null && ownFailures.includes(reason);
}

/** The condition for automations (`a`) with their connection (`c`) that fail for a reason of their own. */
export const failsByItself = Prisma.sql`a.is_active AND a.last_run_outcome = 'failed'
  AND a.last_error_reason = ANY(${[...ownFailures]}::text[]) AND c.status = 'connected'`;

/** How long an automation may fail for a reason of its own. */
export const failingHours = 72;
const failingMs = failingHours * 60 * 60_000;

/** Returns when an automation that has failed since a moment is paused. */
export function toPauseTime(failingSince: Date | number): Date {
  return new Date(Number(failingSince) + failingMs);
}

const pausedAtOnce = 500;

/**
 * Pauses the automations that have failed for three days for reasons of their own: each try costs calls that others
 * need. Their error stays, to show why. Time without a connection does not count.
 */
export function pauseFailing({ db, now }: { db: PrismaClient; now: () => Date }): Promise<void> {
  // The triggers lock connections after automations, in whichever order they were updated.
  return transact(db, (tx) => pauseFailingSince(tx, now()));
}

async function pauseFailingSince(tx: Tx, at: Date): Promise<void> {
  const since = new Date(at.getTime() - failingMs);
  const paused = await tx.$queryRaw<{ id: string; name: string; userId: string }[]>`
    UPDATE automations SET is_active = false, paused_by = 'system', dirty_at = NULL, updated_at = ${at}
    WHERE id IN (
      SELECT a.id FROM automations a JOIN smartsheet_connections c ON c.id = a.connection_id
      WHERE greatest(a.failing_since, c.status_changed_at) <= ${since} AND a.failing_since IS NOT NULL AND ${failsByItself}
      ORDER BY a.id LIMIT ${pausedAtOnce} FOR UPDATE OF a SKIP LOCKED)
    RETURNING id, name, user_id AS "userId"`;
  const groupIds = new Map(paused.map(({ userId }) => [userId, randomUUID()]));
  for (const { userId, ...automation } of paused) {
    await recordActivity(tx, {
      userId,
      automation,
      action: 'pause_automation',
      status: 'warning',
      details: `Paused after it had failed for ${failingHours} hours.`,
      groupId: groupIds.get(userId),
      at,
    });
  }
}
