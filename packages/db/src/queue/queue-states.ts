import type { Db } from '../database.ts';
import { deadLetters, queueNames } from './catalog.ts';

export type QueueState = {
  name: string;
  /** Not begun yet, those that may not begin before a later time among them. */
  waiting: number;
  /** Of these: those that may not begin yet. */
  delayed: number;
  running: number;
  doneLastHour: number;
  /** Seconds that the oldest job has been due; null when none waits. */
  oldestSeconds: number | null;
  /** When the last one ended well, in seconds since 1970; null when none is kept. */
  lastSuccess: number | null;
  /** Its dead letters: jobs that failed for good. */
  dead: number;
};

type Row = Omit<QueueState, 'dead'>;

/** Returns how every queue of the catalogue stands, in its order. It reads all jobs: for people, not for loops. */
export async function readQueueStates(db: Db): Promise<QueueState[]> {
  const rows = await db.$queryRaw<Row[]>`
    SELECT name,
      count(*) FILTER (WHERE state IN ('created', 'retry'))::int AS waiting,
      count(*) FILTER (WHERE state IN ('created', 'retry') AND start_after > clock_timestamp())::int AS delayed,
      count(*) FILTER (WHERE state = 'active')::int AS running,
      count(*) FILTER (WHERE state = 'completed' AND completed_on > clock_timestamp() - interval '1 hour')::int
        AS "doneLastHour",
      extract(epoch FROM clock_timestamp() - min(start_after)
        FILTER (WHERE state IN ('created', 'retry') AND start_after <= clock_timestamp()))::float8 AS "oldestSeconds",
      extract(epoch FROM max(completed_on) FILTER (WHERE state = 'completed'))::float8 AS "lastSuccess"
    FROM pgboss.job WHERE name <> ${deadLetters} GROUP BY name`;
  const dead = await db.$queryRaw<{ name: string; dead: number }[]>`
    SELECT source_name AS name, count(*)::int AS dead FROM pgboss.job
    WHERE name = ${deadLetters} AND state = 'created' AND source_name IS NOT NULL GROUP BY source_name`;
  return queueNames.map((name) => ({
    ...(rows.find((row) => row.name === name) ?? nothing(name)),
    dead: dead.find((row) => row.name === name)?.dead ?? 0,
  }));
}

function nothing(name: string): Row {
  const none = { waiting: 0, delayed: 0, running: 0, doneLastHour: 0 };
  return { name, ...none, oldestSeconds: null, lastSuccess: null };
}

/** Returns how many sync-workers are connected, and when one of them last finished a sweep. */
export async function readWorkers(db: Db): Promise<{ alive: number; lastHeardAt: Date | null }> {
  const [row] = await db.$queryRaw<{ alive: number; lastHeardAt: Date | null }[]>`
    SELECT
      (SELECT count(DISTINCT application_name)::int FROM pg_stat_activity
       WHERE datname = current_database() AND application_name LIKE 'picksync-queue sync-worker %') AS alive,
      (SELECT max(completed_on) FROM pgboss.job WHERE name = 'sweep' AND state = 'completed') AS "lastHeardAt"`;
  return row ?? { alive: 0, lastHeardAt: null };
}
