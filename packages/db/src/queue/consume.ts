import type { JobWithMetadata, PgBoss } from 'pg-boss';
import { catalog, type Payload, type QueueName } from './catalog.ts';
import { DeadLetter, failureNote, type Handle, type Job } from './job.ts';

/** The loops that work off a queue. */
export type Consumer = {
  /** Wakes one loop to look for a job; a loop that finds one wakes the next. */
  wake: () => void;
};

/** How often a loop looks for jobs without being woken. */
const loopIntervalSeconds = 60 * 60;

/**
 * Starts the loops that work off one queue, as many as jobs may run at once. They would all look for every job that is
 * announced, and all but one in vain; so one is woken, which wakes the next one when it has found a job.
 */
export async function consume<N extends QueueName>(options: {
  boss: PgBoss;
  name: N;
  concurrency: number;
  handle: Handle<N>;
}): Promise<Consumer> {
  const { boss, name, concurrency, handle } = options;
  /** The loops without a job. First comes the one that was woken longest ago, since the others may be stuck. */
  const free = new Set<string>();
  const wake = () => {
    const [loop] = free;
    if (loop === undefined) return;
    free.delete(loop);
    free.add(loop);
    boss.notifyWorker(loop);
  };
  const startLoop = async () => {
    let loop = '';
    let current: JobWithMetadata<unknown>[] | undefined;
    const release = (jobs: JobWithMetadata<unknown>[]) => {
      if (current !== jobs) return;
      current = undefined;
      // While all loops were busy, nobody looked for the jobs that were announced.
      if (free.size === 0) boss.notifyWorker(loop);
      free.add(loop);
    };
    const work = async (jobs: JobWithMetadata<unknown>[]) => {
      current = jobs;
      free.delete(loop);
      wake();
      // The job was taken from its handler, which may go on without noticing: the loop is free again.
      for (const { signal } of jobs) signal.addEventListener('abort', () => release(jobs), { once: true });
      try {
        return await Promise.all(jobs.map((job) => settle({ job, name, handle })));
      } finally {
        release(jobs);
      }
    };
    const polling = {
      pollingIntervalSeconds: loopIntervalSeconds,
      notifyPollingIntervalSeconds: loopIntervalSeconds,
    };
    loop = await boss.work(
      name,
      { batchSize: 1, includeMetadata: true, perJobResults: true, ...polling },
      work,
    );
    free.add(loop);
  };
  await Promise.all(Array.from({ length: concurrency }, startLoop));
  return { wake };
}

async function settle<N extends QueueName>(options: {
  job: JobWithMetadata<unknown>;
  name: N;
  handle: Handle<N>;
}) {
  const { id } = options.job;
  try {
    await options.handle(readJob(options));
    return { id, status: 'completed' as const };
  } catch (error) {
    const status = error instanceof DeadLetter ? ('deadletter' as const) : ('failed' as const);
    return { id, status, output: failureNote(error) };
  }
}

function readJob<N extends QueueName>({ job, name }: { job: JobWithMetadata<unknown>; name: N }): Job<N> {
  const parsed = catalog[name].payload.safeParse(job.data ?? {});
  if (!parsed.success) throw new DeadLetter(`The payload of ${name} does not fit its schema`);
  return {
    queue: name,
    id: job.id,
    attempt: job.retryCount,
    isLastAttempt: job.retryCount >= job.retryLimit,
    payload: parsed.data as Payload<N>,
    priority: job.priority,
    dueAt: job.startAfter,
    signal: job.signal,
  };
}
