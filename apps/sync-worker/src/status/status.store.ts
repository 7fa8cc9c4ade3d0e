import type { StatusPart } from '@picksync/contracts';
import { type Db, isCheckedLate, isHeldMail, Prisma, type Tx } from '@picksync/db';

export type Measured = { part: StatusPart; isDisturbed: boolean };

/** A part as it was recorded in this minute. */
export type Recorded = Measured & {
  /** Since when each measurement has said the same. */
  since: Date;
  /** When it was measured before; null the first time. */
  measuredBefore: Date | null;
};

type StatusFigures = {
  /** Changes that Smartsheet told of and that have arrived in the last minutes, and those that should have. */
  changes: number;
  /** Of these: those that took longer than a minute. */
  lateChanges: number;
  /** Accounts that were not checked for half an hour. */
  lateChecks: number;
  /** Mails that the provider has not taken within five minutes. */
  lateMails: number;
};

/**
 * Returns what tells how the product does, by the clock of the database. Left out is what waits for Smartsheet: its
 * disturbances are not ours.
 */
export async function readStatusFigures(db: Db): Promise<StatusFigures> {
  const [row] = await db.$queryRaw<(StatusFigures & { waiting: number })[]>`
    WITH arrived AS (
      SELECT count(*)::int AS all_of_them, count(*) FILTER (WHERE r.delay_ms > 60000)::int AS late
      FROM automation_runs r
      JOIN automations a ON a.id = r.automation_id JOIN smartsheet_connections c ON c.id = a.connection_id
      WHERE r.at > clock_timestamp() - interval '5 minutes' AND r.delay_ms IS NOT NULL
        AND NOT coalesce(c.parked_until > r.at - make_interval(secs => r.delay_ms / 1000.0), false))
    SELECT arrived.all_of_them AS changes, arrived.late AS "lateChanges",
      (SELECT count(*)::int FROM smartsheet_connections
        WHERE sync_state = 'queued' AND sync_priority >= 1
          AND sync_starts_at < clock_timestamp() - interval '1 minute') AS waiting,
      (SELECT count(*)::int FROM smartsheet_connections c WHERE ${isCheckedLate}) AS "lateChecks",
      (SELECT count(*)::int FROM pgboss.job WHERE ${isHeldMail}) AS "lateMails"
    FROM arrived`;
  if (!row) throw new Error('A count of rows returned none');
  const { changes, lateChanges, waiting, lateChecks, lateMails } = row;
  return { changes: changes + waiting, lateChanges: lateChanges + waiting, lateChecks, lateMails };
}

/**
 * Records what was measured in a minute, once for each part: a part that another worker has recorded in the same minute is
 * left out of what is returned. A time that is still to come was recorded by a clock that was wrong, and holds up
 * nothing. The rows stay locked until the transaction ends.
 */
export async function recordMeasured(tx: Tx, measured: readonly Measured[], at: Date): Promise<Recorded[]> {
  // In one order, so that two workers cannot wait for each other.
  const sorted = [...measured].sort((a, b) => (a.part < b.part ? -1 : 1));
  const rows = sorted.map(
    ({ part, isDisturbed }) =>
      Prisma.sql`(${part}::text, ${isDisturbed}::boolean, ${at}::timestamptz, ${at}::timestamptz)`,
  );
  const recorded = await tx.$queryRaw<Recorded[]>`
    INSERT INTO status_parts AS s (part, is_disturbed, since, measured_at) VALUES ${Prisma.join(rows)}
    ON CONFLICT (part) DO UPDATE SET is_disturbed = EXCLUDED.is_disturbed, measured_at = EXCLUDED.measured_at,
      since = CASE WHEN s.is_disturbed = EXCLUDED.is_disturbed THEN least(s.since, EXCLUDED.since)
        ELSE EXCLUDED.since END
    WHERE s.measured_at < date_trunc('minute', EXCLUDED.measured_at)
      OR s.measured_at > EXCLUDED.measured_at + interval '1 minute'
    RETURNING new.part, new.is_disturbed AS "isDisturbed", new.since, old.measured_at AS "measuredBefore"`;
  if (recorded.length > 0) await countMinutes(tx, recorded, at);
  return recorded;
}

async function countMinutes(tx: Tx, recorded: readonly Recorded[], at: Date): Promise<void> {
  const day = at.toISOString().slice(0, 10);
  const rows = recorded.map(
    ({ part, isDisturbed }) => Prisma.sql`(${part}::text, ${day}::date, 1, ${Number(isDisturbed)}::int)`,
  );
  await tx.$executeRaw`
    INSERT INTO status_days AS d (part, day, measured, disturbed) VALUES ${Prisma.join(rows)}
    ON CONFLICT (part, day) DO UPDATE SET measured = d.measured + EXCLUDED.measured,
      disturbed = d.disturbed + EXCLUDED.disturbed`;
}
