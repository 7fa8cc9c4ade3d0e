import type { Db } from '@picksync/db';

/** The last hour in parts of two minutes. */
export const hourParts = 30;
const partSeconds = 120;

/** `part` counts from 0, the oldest; null is the whole hour. */
type RunRow = {
  part: number | null;
  changes: number;
  medianMs: number | null;
  p95Ms: number | null;
  calls: number;
};

/** Returns how long changes took from the callback to the dropdown in the hour before a moment, and the calls of all runs. */
export function readRunsOfHour(db: Db, at: Date): Promise<RunRow[]> {
  return db.$queryRaw<RunRow[]>`
    WITH runs AS (
      SELECT delay_ms, calls,
        ${hourParts - 1} - floor(extract(epoch FROM ${at}::timestamptz - at) / ${partSeconds})::int AS part
      FROM automation_runs WHERE at > ${at}::timestamptz - interval '1 hour' AND at <= ${at}::timestamptz)
    SELECT part, count(delay_ms)::int AS changes, sum(calls)::int AS calls,
      percentile_cont(0.5) WITHIN GROUP (ORDER BY delay_ms) AS "medianMs",
      percentile_cont(0.95) WITHIN GROUP (ORDER BY delay_ms) AS "p95Ms"
    FROM runs GROUP BY GROUPING SETS ((part), ()) HAVING count(*) > 0`;
}

type JobRow = { part: number; done: number };

/** Returns how many jobs ended well in the last hour, by the clock of the database. */
export function readJobsOfHour(db: Db): Promise<JobRow[]> {
  return db.$queryRaw<JobRow[]>`
    SELECT ${hourParts - 1} - floor(extract(epoch FROM clock_timestamp() - completed_on) / ${partSeconds})::int AS part,
      count(*)::int AS done
    FROM pgboss.job
    WHERE state = 'completed' AND completed_on > clock_timestamp() - interval '1 hour'
      AND completed_on <= clock_timestamp()
    GROUP BY 1`;
}

/** Returns how many jobs failed for good in the last hour. */
export async function countDeadOfHour(db: Db): Promise<number> {
  const [row] = await db.$queryRaw<{ dead: number }[]>`
    SELECT count(*)::int AS dead FROM pgboss.job
    WHERE name = 'dead-letters' AND created_on > clock_timestamp() - interval '1 hour'`;
  return row?.dead ?? 0;
}
