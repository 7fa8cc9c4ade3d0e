import type { JobWithMetadata, PgBoss } from 'pg-boss';
import { catalog, type Payload, type QueueName } from './catalog.ts';
import { DeadLetter, failureNote, type Handle, type Job } from './job.ts';

/** Starts the loops that work off one queue, as many as jobs may run at once. */
export async function consume<N extends QueueName>(options: {
  boss: PgBoss;
  name: N;
  concurrency: number;
  handle: Handle<N>;
  /** How often to fetch without a NOTIFY: retries come due without one, and one can be lost. */
  pollSeconds: number;
}): Promise<void> {
  await Promise.all(Array.from({ length: options.concurrency }, () => startLoop(options)));
}

async function startLoop<N extends QueueName>(options: {
  boss: PgBoss;
  name: N;
  handle: Handle<N>;
  pollSeconds: number;
}): Promise<void> {
  const { boss, name, handle, pollSeconds } = options;
  const polling = { pollingIntervalSeconds: pollSeconds, notifyPollingIntervalSeconds: pollSeconds };
  let loop = '';
  loop = await boss.work(
    name,
    { batchSize: 1, includeMetadata: true, perJobResults: true, ...polling },
    async (jobs: JobWithMetadata<unknown>[]) => {
      try {
        return await Promise.all(jobs.map((job) => settle({ job, name, handle })));
      } finally {
        // Otherwise a loop waits out its interval after every job, however many are waiting.
        boss.notifyWorker(loop);
      }
    },
  );
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
