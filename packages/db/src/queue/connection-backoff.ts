import type { Db } from '../database.ts';
import { Prisma } from '../generated/client.ts';
import type { SyncClaim } from './sync-claim.ts';

/*
 * Why a connection backs off, and for how long. `parked_until` is its end, which no mark and no click cuts short;
 * `limited_until`, until when that is a pause that Smartsheet asked for; `retrying_since`, since when Smartsheet cannot be
 * reached for it. How long an automation waits for one sheet is in `sheet-backoff.ts`.
 */

/** Why the rest of a run is deferred. */
export type Deferral =
  /** Another worker holds the connection. The next mark starts it earlier. */
  | { reason: 'busy'; delayMs: number }
  /**
   * An automation backs off because of one of its sheets. The next mark starts the job for the others earlier, and a mark
   * set during the run does so at once.
   */
  | { reason: 'sheet_backoff'; delayMs: number }
  /** Its turn is over: other connections come first. */
  | { reason: 'turn_over' }
  /** Smartsheet asked for a pause: nothing may cut it short. */
  | { reason: 'limited'; delayMs: number }
  /** Our own calls are used up, or no token is there yet: nothing may cut that short either. */
  | { reason: 'paced'; delayMs: number }
  /**
   * Smartsheet cannot be reached. Nothing cuts this pause short either, and it grows for as long as that lasts; it is no
   * shorter than `delayMs`.
   */
  | { reason: 'outage'; delayMs: number };

/** Returns the columns of the row `c` of a connection whose run is deferred, and when its next job may start. */
export function columnsAfter(deferral: Deferral, { dirtyAt }: SyncClaim) {
  const now = Prisma.sql`clock_timestamp()`;
  const unchanged = {
    parkedUntil: Prisma.sql`c.parked_until`,
    limitedUntil: Prisma.sql`c.limited_until`,
    retryingSince: Prisma.sql`c.retrying_since`,
  };
  switch (deferral.reason) {
    case 'busy':
      return { ...unchanged, startAfter: after(deferral.delayMs) };
    case 'sheet_backoff':
      return {
        ...unchanged,
        retryingSince: Prisma.sql`NULL`,
        startAfter: Prisma.sql`CASE WHEN c.dirty_at IS NOT DISTINCT FROM ${dirtyAt} THEN ${after(deferral.delayMs)} ELSE ${now} END`,
      };
    case 'turn_over':
      return { ...unchanged, retryingSince: Prisma.sql`NULL`, startAfter: now };
    case 'limited':
    case 'paced':
      return {
        ...unchanged,
        ...(deferral.reason === 'limited' && {
          limitedUntil: Prisma.sql`greatest(c.limited_until, ${after(deferral.delayMs)})`,
        }),
        parkedUntil: Prisma.sql`greatest(c.parked_until, ${after(deferral.delayMs)})`,
        retryingSince: Prisma.sql`NULL`,
        startAfter: now,
      };
    case 'outage':
      return {
        ...unchanged,
        ...afterOutage,
        parkedUntil: Prisma.sql`greatest(${afterOutage.parkedUntil}, ${after(deferral.delayMs)})`,
        startAfter: now,
      };
  }
}

function after(ms: number) {
  return Prisma.sql`clock_timestamp() + make_interval(secs => ${ms / 1000}::float8)`;
}

/**
 * The columns of the row `c` of a connection for which Smartsheet could not be reached: since when, and how long it is
 * left alone. The pause is as long as the outage has lasted, from one minute up to fifteen, and a random bit longer, so
 * that not all connections come back at once.
 */
const afterOutage = {
  retryingSince: Prisma.sql`coalesce(c.retrying_since, clock_timestamp())`,
  parkedUntil: Prisma.sql`greatest(c.parked_until, clock_timestamp() + (1 + random() / 10) * least(
    greatest(clock_timestamp() - coalesce(c.retrying_since, clock_timestamp()), interval '1 minute'),
    interval '15 minutes'))`,
};

/**
 * Parks a connection for which Smartsheet could not be reached: neither sweeps nor jobs call for it. Returns until
 * when; undefined when it is no longer connected.
 */
export async function backOffAfterOutage(db: Db, connectionId: string): Promise<Date | undefined> {
  const [row] = await backOffAllAfterOutage(db, [connectionId]);
  return row?.parked_until;
}

/** Parks many connections as `backOffAfterOutage` does, in one statement. */
export function backOffAllAfterOutage(
  db: Db,
  connectionIds: readonly string[],
): Promise<{ parked_until: Date }[]> {
  return db.$queryRaw`
    UPDATE smartsheet_connections c
    SET parked_until = ${afterOutage.parkedUntil}, retrying_since = ${afterOutage.retryingSince}
    FROM (
      SELECT id FROM smartsheet_connections WHERE id = ANY(${connectionIds}::uuid[]) AND status = 'connected'
      ORDER BY id FOR NO KEY UPDATE
    ) cut_off
    WHERE c.id = cut_off.id
    RETURNING c.parked_until`;
}
