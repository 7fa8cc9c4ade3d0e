import { isScheduled, type Payload, type QueueName, type QueueOwner, type QueuesOf } from './catalog.ts';

export type Job<N extends QueueName> = {
  queue: N;
  id: string;
  /** 0 for the first try. A try that another worker took over counts as well. */
  attempt: number;
  /** Whether a failure would be the last. */
  isLastAttempt: boolean;
  payload: Payload<N>;
  /** Jobs with a higher one were begun first. */
  priority: number;
  /** When it could have started at the earliest: it has waited since. */
  dueAt: Date;
  /** The trace in which it was enqueued; undefined where it was in none, as by schedule. */
  traceparent?: string | undefined;
  /** Aborted when the job was given to another worker, ran too long, or the process has to stop now. */
  signal: AbortSignal;
};

/** Does one job. When it throws, the job is retried; `DeadLetter` moves it to the dead letters. */
export type JobHandler<N extends QueueName> = (job: Job<N>) => Promise<void>;

/** The fields a job adds to its log line: counts, ids and codes, never a cell value or an option. */
export type JobReport = Record<string, string | number | boolean | null>;

/** How a try of a job ended, for measuring. `dead`: nobody tries it again, and it lies among the dead letters. */
export type JobEnd = {
  queue: QueueName;
  outcome: 'done' | 'failed' | 'dead';
  /** From when it could have begun. */
  waitedMs: number;
  ms: number;
};

type JobLog = Record<'info' | 'warn' | 'error', (fields: object, message: string) => void>;

/**
 * Wraps the work of a queue into what the queue calls: it leaves one log line per job, with the try, how long the job
 * waited and took, and how it ended. The queue has checked the payload against its schema before.
 */
export function runJob<N extends QueueName>(input: {
  log: JobLog;
  now: () => Date;
  work: (job: Job<N>) => Promise<JobReport> | Promise<void>;
  onEnd?: ((end: JobEnd) => void) | undefined;
  /** Runs each job in the trace in which it was enqueued. */
  inTraceOf?: <T>(job: Pick<Job<N>, 'queue' | 'traceparent'>, run: () => Promise<T>) => Promise<T>;
}): JobHandler<N> {
  const { log, now, work, onEnd, inTraceOf = (_, run) => run() } = input;
  const run = async (job: Job<N>) => {
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
      const ended = line();
      log.info(Object.assign({}, ended, report), 'job done');
      onEnd?.({ ...ended, outcome: 'done' });
    } catch (err) {
      const isOver = err instanceof DeadLetter || job.isLastAttempt;
      const ended = line();
      log[isOver ? 'error' : 'warn']({ ...ended, retried: !isOver, err }, 'job failed');
      onEnd?.({ ...ended, outcome: isOver && !isScheduled(job.queue) ? 'dead' : 'failed' });
      throw err;
    }
  };
  return (job) => inTraceOf(job, () => run(job));
}

/** For every queue a process owns: how many of its jobs may run at once, and what handles them. */
export type Handlers<O extends QueueOwner> = {
  [N in QueuesOf<O>]: { concurrency: number; handle: JobHandler<N> };
};

/** Thrown by a handler when retrying is pointless: the job goes to the dead letters at once. */
export class DeadLetter extends Error {
  override readonly name = 'DeadLetter';
}

/**
 * Returns what is kept of a failure beside the job. Not the message: texts of errors can quote what they failed on, and
 * no value of a sheet may end up in the database.
 */
export function failureNote(error: unknown): { error: string; code?: string } {
  if (!(error instanceof Error)) return { error: typeof error };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return { error: error.name, ...(code === undefined ? {} : { code }) };
}
