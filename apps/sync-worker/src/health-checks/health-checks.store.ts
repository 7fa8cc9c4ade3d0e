import { assessedSettingNames, type StoredFinding } from '@picksync/contracts/sync';
import {
  type Automation,
  type Db,
  type SmartsheetConnection,
  selectValues,
  toValuesText,
} from '@picksync/db';

/** A connection whose automations are checked. */
export type CheckedConnection = Pick<
  SmartsheetConnection,
  'id' | 'userId' | 'region' | 'accountId' | 'scopes' | 'statusChangedAt' | 'nextHealthCheckAt'
>;

/** When to repeat a check that failed or did not finish. */
const retryAfterHours = 1;
const checkEveryHours = 24;

/**
 * Claims connections whose automations are due for a check, the longest waiting first, so that no other worker checks
 * them too. A check that does not finish is repeated in an hour. Connections that back off or are in an outage wait.
 */
export function claimHealthChecks(db: Db, { limit }: { limit: number }): Promise<CheckedConnection[]> {
  return db.$queryRaw<CheckedConnection[]>`
    UPDATE smartsheet_connections c
    SET next_health_check_at = clock_timestamp() + make_interval(hours => ${retryAfterHours}::int)
    FROM (
      SELECT id FROM smartsheet_connections
      WHERE next_health_check_at <= clock_timestamp() AND status = 'connected' AND retrying_since IS NULL
        AND (parked_until IS NULL OR parked_until <= clock_timestamp())
      ORDER BY next_health_check_at LIMIT ${limit} FOR NO KEY UPDATE SKIP LOCKED
    ) due
    WHERE c.id = due.id
    RETURNING c.id, c.user_id AS "userId", c.region::text AS region, c.account_id AS "accountId", c.scopes,
      c.status_changed_at AS "statusChangedAt", c.next_health_check_at AS "nextHealthCheckAt"`;
}

/** Less than a day: checks come a little earlier or later. */
const todayHours = 20;

export type CheckedAutomation = Automation & { isTaken: boolean };

/** Returns the active automations of a connection that were not checked today, the longest waiting first. */
export async function findUncheckedAutomations(
  db: Db,
  { connectionId, now }: { connectionId: string; now: Date },
): Promise<CheckedAutomation[]> {
  const today = new Date(now.getTime() - todayHours * 60 * 60_000);
  const rows = await db.automation.findMany({
    where: {
      connectionId,
      isActive: true,
      OR: [{ healthCheckedAt: null }, { healthCheckedAt: { lt: today } }],
    },
    include: { claim: true },
    orderBy: [{ healthCheckedAt: { sort: 'asc', nulls: 'first' } }, { id: 'asc' }],
  });
  // An active automation claims its target: one without a claim lost it to another.
  return rows.map(({ claim, ...automation }) => ({ ...automation, isTaken: claim === null }));
}

/** The findings of a check, and the automation as it was checked. */
type CheckedHealth = { automation: Automation; health: StoredFinding[] };

/**
 * Stores what was found, unless the automation has got other columns or settings, or was paused for another account, meanwhile. Of
 * the settings those count that the findings are about.
 */
export async function storeHealth(db: Db, checked: CheckedHealth[]): Promise<void> {
  if (checked.length === 0) return;
  const all = <T>(read: (one: CheckedHealth) => T) => checked.map(read);
  await db.$executeRaw`
    WITH found AS MATERIALIZED (
      SELECT a.id, found.health FROM unnest(
        ${all(({ automation }) => automation.id)}::uuid[],
        ${all(({ automation }) => automation.sourceColumnId)}::text[],
        ${all(({ automation }) => automation.targetColumnId)}::text[],
        ${all(({ automation }) => toValuesText(assessedSettingNames, automation))}::text[],
        ${all(({ health }) => JSON.stringify(health))}::text[]
      ) AS found (id, source_column_id, target_column_id, assessed, health)
      JOIN automations a ON a.id = found.id AND a.source_column_id = found.source_column_id
        AND a.target_column_id = found.target_column_id AND a.is_active
        AND found.assessed::jsonb = ${selectValues(assessedSettingNames)}
      ORDER BY a.id FOR NO KEY UPDATE OF a)
    UPDATE automations a SET health = found.health::jsonb, health_checked_at = clock_timestamp()
    FROM found WHERE a.id = found.id`;
}

/**
 * Records that every automation of a connection was checked. Those that were not due, because an edit made the check of another one
 * due, keep their day; and so does an edit that came meanwhile.
 */
export async function recordHealthCheck(
  db: Db,
  { id, nextHealthCheckAt }: Pick<CheckedConnection, 'id' | 'nextHealthCheckAt'>,
): Promise<void> {
  await db.$executeRaw`
    UPDATE smartsheet_connections c
    SET next_health_check_at = least(clock_timestamp(), (
      SELECT min(a.health_checked_at) FROM automations a WHERE a.connection_id = c.id AND a.is_active
        AND a.health_checked_at > clock_timestamp() - make_interval(hours => ${todayHours}::int)
    )) + make_interval(hours => ${checkEveryHours}::int)
    WHERE c.id = ${id}::uuid AND c.next_health_check_at = ${nextHealthCheckAt}`;
}
