import { DeadLetter, type Handle, type Job, type QueueName } from '@picksync/db';
import type { Logger } from 'pino';

/** The fields a job adds to its log line: counts, ids and codes, never a cell value or an option. */
export type JobReport = Record<string, string | number | boolean | null>;

/** The work of a queue. When it throws, the job is retried; `DeadLetter` moves it to the dead letters. */
export type Work<N extends QueueName> = (job: Job<N>) => Promise<JobReport>;

/**
 * Wraps the work of a queue into what the queue calls: one log line per job, saying what it was, which try, how long
 * it waited and took, and how it ended. The queue has read the payload by its schema before.
 */
export function runJob<N extends QueueName>({
  log,
  now,
  work,
}: {
  log: Logger;
  now: () => Date;
  work: Work<N>;
}): Handle<N> {
  return async (job) => {
    const beganAt = now().getTime();
    const line = () => ({
      queue: job.queue,
      job: job.id,
      attempt: job.attempt,
      waitedMs: beganAt - job.dueAt.getTime(),
      ms: now().getTime() - beganAt,
    });
    try {
      const report = await work(job);
      log.info({ ...line(), ...report }, 'job done');
    } catch (err) {
      const isOver = err instanceof DeadLetter || job.isLastAttempt;
      log[isOver ? 'error' : 'warn']({ ...line(), retried: !isOver, err }, 'job failed');
      throw err;
    }
  };
}
