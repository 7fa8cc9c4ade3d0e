import { setTimeout as pause } from 'node:timers/promises';
import type { JobWithMetadata, PgBoss } from 'pg-boss';
import { DeadLetter, failureNote } from './job.ts';

type EndedJob = JobWithMetadata<unknown>;

/** How a handler ended. */
export type Outcome = 'done' | { error: unknown };

/** Jobs that end within this time are completed by one statement. Nobody waits for it, and their slots are free. */
const gatherMs = 25;

/** A connection that broke is replaced at once; a job whose end is not recorded is done a second time. */
const [tries, pauseMs] = [3, 500];

/** What sends the statements of the queue. */
export type QueueDatabase = ReturnType<PgBoss['getDb']>;

type Options = {
  boss: PgBoss;
  db: QueueDatabase;
  schema: string;
  name: string;
  onError: (error: Error) => void;
};

/**
 * Returns what records the end of a job: that it is done, or why it failed. Resolves in any case: a job whose end cannot
 * be recorded is left to its heartbeat.
 */
export function createSettle(options: Options): (job: EndedJob, outcome: Outcome) => Promise<void> {
  const { boss, db, name } = options;
  let batch: { jobs: EndedJob[]; recorded: Promise<void> } | undefined;
  const complete = (job: EndedJob) => {
    batch ??= begin();
    batch.jobs.push(job);
    return batch.recorded;
  };
  const begin = () => {
    const jobs: EndedJob[] = [];
    const recorded = pause(gatherMs).then(() => {
      batch = undefined;
      return insist(options, () => boss.complete(name, jobs, null, { db }));
    });
    return { jobs, recorded };
  };
  return (job, outcome) =>
    outcome === 'done' ? complete(job) : insist(options, () => fail(options, job, outcome.error));
}

async function fail({ boss, schema, name }: Options, job: EndedJob, error: unknown): Promise<void> {
  if (error instanceof DeadLetter) {
    // Then the failure is the last one.
    const sql = `UPDATE ${schema}.job SET retry_limit = retry_count
      WHERE name = $1 AND id = $2 AND state = 'active' AND retry_count = $3`;
    await boss.getDb().executeSql(sql, [name, job.id, job.retryCount]);
  }
  await boss.fail(name, [job], failureNote(error));
}

/** Tries something a few times, which changes nothing when it has worked before. */
async function insist({ onError }: Options, attempt: () => Promise<unknown>): Promise<void> {
  for (let tried = 1; tried <= tries; tried += 1) {
    try {
      await attempt();
      return;
    } catch (error) {
      onError(error instanceof Error ? error : new Error(String(error)));
      if (tried < tries) await pause(pauseMs);
    }
  }
}
