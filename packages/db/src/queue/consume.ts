import { setTimeout as pause } from 'node:timers/promises';
import type { JobWithMetadata, PgBoss } from 'pg-boss';
import { toError } from '../to-error.ts';
import { catalog, getDefinition, type Payload, type QueueName } from './catalog.ts';
import { DeadLetter, type Job, type JobHandler } from './job.ts';
import { createSettle, type Outcome, type QueueDatabase } from './settle.ts';

/** Works off one queue. */
export type Consumer = {
  /** Looks for jobs: at once, or as soon as one of those that run has ended. */
  wake: () => void;
  /** Returns how many jobs run. */
  running: () => number;
  /** Throws what the last look failed with, where it did. */
  assertLooks: () => void;
  /** Takes no more jobs. Resolves when those that run have ended. */
  drain: () => Promise<void>;
  /** Gives the jobs that still run to others, and tells their handlers. Those that have ended are done. */
  abandon: () => Promise<void>;
};

type RunningJob = {
  job: JobWithMetadata<unknown>;
  /** Aborted when the job was taken from its handler, which may go on without noticing. */
  taken: AbortController;
  expiry: NodeJS.Timeout;
  /** Set when the handler has ended: resolves when the queue knows. */
  settled?: Promise<void>;
};

type Options<N extends QueueName> = {
  boss: PgBoss;
  db: QueueDatabase;
  schema: string;
  name: N;
  concurrency: number;
  handle: JobHandler<N>;
  /** Whether no job may begin now. Those that wait are looked for when this is woken after it. */
  isResting?: (() => boolean) | undefined;
  onError: (error: Error) => void;
};

/** How long a process that stops waits until the queue knows of jobs that have ended. */
const lastSettleMs = 5_000;

/** How long to wait after a look that failed. */
const retryLookMs = 500;

/**
 * Works off a queue: one look fetches as many jobs as may begin, and none is made while all are busy. pg-boss's own
 * loops look one by one for one job each, most of them in vain.
 */
export function consume<N extends QueueName>(options: Options<N>): Consumer {
  const { boss, db, name, concurrency, isResting = () => false, onError } = options;
  const running = new Set<RunningJob>();
  const settle = createSettle(options);
  // Jobs whose handler has ended. They count as running until the queue knows, but hold nobody up.
  let ended = 0;
  let [isWanted, isLooking, isClosing, isAbandoned] = [false, false, false, false];
  let retry: NodeJS.Timeout | undefined;
  let failure: Error | undefined;
  let onIdle: (() => void) | undefined;

  const look = async (): Promise<void> => {
    const free = concurrency - (running.size - ended);
    if (!isWanted || isLooking || isClosing || free <= 0 || isResting()) return;
    // The number is in the text of the statement, of which few are to be prepared.
    const batchSize = 2 ** Math.floor(Math.log2(free));
    [isWanted, isLooking] = [false, true];
    try {
      const jobs = await boss.fetch(name, { batchSize, includeMetadata: true, db });
      failure = undefined;
      // Those that were not fetched are not announced again.
      if (jobs.length === batchSize) isWanted = true;
      if (isAbandoned) await giveBack(jobs);
      else for (const job of jobs) begin(job);
    } catch (error) {
      failure = toError(error);
      onError(failure);
      clearTimeout(retry);
      retry = setTimeout(wake, retryLookMs);
    } finally {
      isLooking = false;
    }
    goOn();
  };
  const goOn = () => {
    if (running.size === 0 && !isLooking) onIdle?.();
    void look();
  };
  const wake = () => {
    isWanted = true;
    void look();
  };
  const begin = (job: JobWithMetadata<unknown>) => {
    const taken = new AbortController();
    const expire = () => taken.abort(new JobExpiredError());
    const expiry = setTimeout(expire, job.expireInSeconds * 1000);
    const entry = { job: Object.assign(job, { signal: taken.signal }), taken, expiry };
    running.add(entry);
    void work(entry);
  };
  const work = async (entry: RunningJob) => {
    const { job, taken, expiry } = entry;
    const outcome = await Promise.race([runHandler({ ...options, job }), whenTaken(taken.signal)]);
    clearTimeout(expiry);
    if (outcome !== 'taken') {
      ended += 1;
      void look();
      entry.settled = settle(job, outcome);
      await entry.settled;
      ended -= 1;
    }
    if (running.delete(entry)) goOn();
  };
  const giveBack = async (jobs: JobWithMetadata<unknown>[]) => {
    if (jobs.length > 0) await boss.fail(name, jobs, { error: 'Shutdown' }).catch((e) => onError(toError(e)));
  };
  const { heartbeatSeconds } = getDefinition(name).options;
  const heartbeat = setInterval(() => {
    if (running.size > 0) beat({ boss, name, running: [...running] }).catch((e) => onError(toError(e)));
  }, heartbeatSeconds * 500);

  return {
    wake,
    running: () => running.size,
    assertLooks: () => {
      if (failure) throw failure;
    },
    drain: async () => {
      isClosing = true;
      clearTimeout(retry);
      if (running.size > 0 || isLooking) await new Promise<void>((resolve) => (onIdle = resolve));
      clearInterval(heartbeat);
    },
    abandon: async () => {
      [isClosing, isAbandoned] = [true, true];
      clearInterval(heartbeat);
      clearTimeout(retry);
      const all = [...running];
      const left = all.filter(({ settled }) => !settled);
      running.clear();
      // First, so that the queue takes no result of a handler that is told.
      await giveBack(left.map(({ job }) => job));
      takeAway(left);
      await whenSettled(all);
    },
  };
}

function takeAway(jobs: RunningJob[]): void {
  for (const { taken, expiry } of jobs) {
    clearTimeout(expiry);
    taken.abort(new JobTakenError());
  }
}

/** Resolves when the queue knows of all jobs that have ended, or does not answer. */
async function whenSettled(jobs: RunningJob[]): Promise<void> {
  const settling = jobs.flatMap(({ settled }) => settled ?? []);
  if (settling.length === 0) return;
  await Promise.race([Promise.all(settling), pause(lastSettleMs, undefined, { ref: false })]);
}

/** The job ran for longer than its queue allows. */
class JobExpiredError extends Error {
  override readonly name = 'JobExpired';
}

/** Another worker has the job. */
class JobTakenError extends Error {
  override readonly name = 'JobTaken';
}

async function runHandler<N extends QueueName>(
  options: Options<N> & { job: JobWithMetadata<unknown> },
): Promise<Outcome> {
  try {
    await options.handle(readJob(options));
    return 'done';
  } catch (error) {
    return { error };
  }
}

/** Resolves when a job is taken from its handler. One that expired is still ours to settle. */
function whenTaken(signal: AbortSignal): Promise<Outcome | 'taken'> {
  return new Promise((resolve) => {
    const end = () => resolve(signal.reason instanceof JobExpiredError ? { error: signal.reason } : 'taken');
    signal.addEventListener('abort', end, { once: true });
  });
}

/** Tells the queue that these jobs are worked on. Takes away those that others have meanwhile. */
async function beat(options: { boss: PgBoss; name: QueueName; running: RunningJob[] }): Promise<void> {
  const { boss, name, running } = options;
  const jobs = running.map(({ job }) => job);
  // pg-boss does not declare what it returns: the ids that it found at the attempt that was fetched.
  const { settled } = (await boss.touch(name, jobs)) as { settled?: string[] };
  if (!settled) return;
  const ours = new Set(settled);
  for (const { job, taken } of running) if (!ours.has(job.id)) taken.abort(new JobTakenError());
}

function readJob<N extends QueueName>({ job, name }: { job: JobWithMetadata<unknown>; name: N }): Job<N> {
  return {
    queue: name,
    id: job.id,
    attempt: job.retryCount,
    isLastAttempt: job.retryCount >= job.retryLimit,
    // Read by the work itself, so that one that does not fit is logged and counted as any failure is.
    get payload() {
      return readPayload(name, job.data);
    },
    priority: job.priority,
    dueAt: job.startAfter,
    traceparent: readTraceparent(job.data),
    signal: job.signal,
  };
}

function readPayload<N extends QueueName>(name: N, data: unknown): Payload<N> {
  const parsed = catalog[name].payload.safeParse(data ?? {});
  if (!parsed.success) throw new DeadLetter(`The payload of ${name} does not fit its schema`);
  return parsed.data as Payload<N>;
}

function readTraceparent(data: unknown): string | undefined {
  const { traceparent } = Object(data) as { traceparent?: unknown };
  return typeof traceparent === 'string' ? traceparent : undefined;
}
