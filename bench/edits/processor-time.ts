import { readFileSync } from 'node:fs';
import { setInterval } from 'node:timers/promises';
import type { Stage } from '../stage/stage.ts';
import type { Side } from './sides.ts';

/** Seconds of processor time. */
export type ProcessorTime = { worker: number; postgres: number };

/**
 * Returns what a worker and PostgreSQL's processes for its connections use while `work` runs, and its result. What all
 * connections share, such as the writer of the log, is not in it. Undefined where the system does not say.
 */
export async function measureProcessorTime<T>(
  { pool }: Pick<Stage, 'pool'>,
  { worker, applications }: Side,
  work: () => Promise<T>,
): Promise<{ result: T; used: ProcessorTime | undefined }> {
  const before = worker.cpuSeconds();
  if (before === undefined) return { result: await work(), used: undefined };
  const first = new Map<number, number>();
  const last = new Map<number, number>();
  const look = async (isFirst: boolean) => {
    for (const pid of await findBackends(pool, applications)) {
      const seconds = readBackend(pid);
      if (seconds === undefined) continue;
      // A connection that was made meanwhile began at nothing.
      if (!first.has(pid)) first.set(pid, isFirst ? seconds : 0);
      last.set(pid, seconds);
    }
  };
  await look(true);
  const stop = new AbortController();
  const looks = lookNowAndThen(() => look(false), stop.signal);
  const result = await work();
  stop.abort();
  await looks;
  await look(false);
  const postgres = [...last].reduce((sum, [pid, seconds]) => sum + seconds - (first.get(pid) ?? 0), 0);
  return { result, used: { worker: (worker.cpuSeconds() ?? 0) - before, postgres } };
}

/** Sees connections before they are closed, which pools do with those that have been idle for seconds. */
async function lookNowAndThen(look: () => Promise<void>, signal: AbortSignal): Promise<void> {
  try {
    for await (const _ of setInterval(1000, undefined, { signal })) await look();
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

async function findBackends(pool: Stage['pool'], applications: string[]): Promise<number[]> {
  const { rows } = await pool.query<{ pid: number }>(
    'SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name = ANY($1)',
    [applications],
  );
  return rows.map(({ pid }) => pid);
}

/** Returns the seconds that a process of one thread has run; undefined when it has ended. */
function readBackend(pid: number): number | undefined {
  try {
    const [nanoseconds] = readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ');
    return Number(nanoseconds) / 1e9;
  } catch {
    return undefined;
  }
}
