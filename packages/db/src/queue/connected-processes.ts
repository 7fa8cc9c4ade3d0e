import { randomBytes } from 'node:crypto';
import type pg from 'pg';

const prefix = 'picksync-queue';

/**
 * Returns the name of the queue's connections, which tells processes apart and says when theirs started: a connection may
 * have begun later. Names of PostgreSQL have 63 letters at most.
 */
export function toApplicationName(processName: string | undefined): string {
  if (processName === undefined) return prefix;
  const startedAt = new Date(performance.timeOrigin).toISOString().slice(0, 19);
  return [prefix, processName, `${startedAt}Z`, randomBytes(3).toString('hex')].join(' ');
}

const startedAt = / (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ) /;

/** Returns how many APIs and workers are connected to the database, and when the first of them started. */
export async function readConnectedProcesses(
  pool: Pick<pg.Pool, 'query'>,
): Promise<{ count: number; since: Date | null }> {
  const { rows } = await pool.query<{ name: string; connectedAt: Date }>(
    `SELECT application_name AS name, min(backend_start) AS "connectedAt" FROM pg_stat_activity
     WHERE datname = current_database() AND application_name LIKE $1 GROUP BY 1`,
    [`${prefix}%`],
  );
  const starts = rows.map(({ name, connectedAt }) => {
    const [, started] = startedAt.exec(name) ?? [];
    return (started === undefined ? connectedAt : new Date(started)).getTime();
  });
  return { count: rows.length, since: starts.length === 0 ? null : new Date(Math.min(...starts)) };
}
