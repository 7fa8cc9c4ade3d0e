import {
  type Duty,
  isUrgentQueue,
  type PrismaClient,
  type ProductFigures,
  readProductFigures,
  readQueueFigures,
  scheduledQueues,
} from '@picksync/db';
import type { Metrics } from './create-metrics.ts';
import type { GaugeName, LabelsOf } from './metrics-table.ts';

/** However often metrics are read: the jobs are counted so often, and whole tables so often. */
const [queueMs, productMs] = [10_000, 60_000];

const figures = [
  'picksync_queue_jobs',
  'picksync_queue_oldest_seconds',
  'picksync_queue_limit_seconds',
  'picksync_workers_alive',
  'picksync_schedule_last_success_timestamp_seconds',
  'picksync_sweep_overdue_connections',
  'picksync_connections',
  'picksync_automations',
  'picksync_webhooks',
  'picksync_outgoing_due',
  'picksync_sealed_secrets',
] as const satisfies GaugeName[];

type Options = {
  db: PrismaClient;
  /** The name of the key that seals from now on. */
  currentKey: string;
  /** After how many seconds the oldest job of a queue is late. */
  queueLimits: { usual: number; urgent: number };
};

/**
 * Returns the duty of the one process that exports what is read from the database: the queues and what the product has.
 * While it has the duty, it reads them when its metrics are read; without it, it exports none of them.
 */
export function createReadFigures(metrics: Metrics, options: Options): Duty {
  const forgetAll = () => {
    for (const name of figures) metrics.forget(name);
  };
  forgetAll();
  let isReader = false;
  const readQueues = atMostEvery(queueMs, async () => {
    const read = await readQueueFigures(options.db);
    if (isReader) setQueues(metrics, read, options);
  });
  const readProduct = atMostEvery(productMs, async () => {
    const read = await readProductFigures(options.db);
    if (isReader) setProduct(metrics, read, options);
  });
  metrics.onRead(async () => {
    if (isReader) await Promise.all([readQueues.run(), readProduct.run()]);
  });
  return async ({ signal }) => {
    isReader = true;
    await new Promise<void>((resolve) => {
      if (signal.aborted) resolve();
      else signal.addEventListener('abort', () => resolve(), { once: true });
    });
    isReader = false;
    forgetAll();
    readQueues.again();
    readProduct.again();
  };
}

function atMostEvery(ms: number, work: () => Promise<void>) {
  let begun: { at: number; done: Promise<void> } | undefined;
  return {
    run: () => {
      if (!begun || performance.now() - begun.at >= ms) begun = { at: performance.now(), done: work() };
      return begun.done;
    },
    again: () => {
      begun = undefined;
    },
  };
}

const scheduled = new Set(scheduledQueues());

type QueueFigures = Awaited<ReturnType<typeof readQueueFigures>>;

function setQueues(metrics: Metrics, { queues, workers }: QueueFigures, { queueLimits }: Options): void {
  metrics.set('picksync_workers_alive', {}, workers);
  for (const { queue, oldestSeconds, lastSuccess, ...counts } of queues) {
    for (const state of ['waiting', 'delayed', 'running', 'dead'] as const)
      metrics.set('picksync_queue_jobs', { queue, state }, counts[state]);
    metrics.set('picksync_queue_oldest_seconds', { queue }, oldestSeconds);
    const limit = isUrgentQueue(queue) ? queueLimits.urgent : queueLimits.usual;
    metrics.set('picksync_queue_limit_seconds', { queue }, limit);
    if (scheduled.has(queue) && lastSuccess !== null)
      metrics.set('picksync_schedule_last_success_timestamp_seconds', { queue }, lastSuccess);
  }
}

function setProduct(metrics: Metrics, read: ProductFigures, { currentKey }: Options): void {
  metrics.set('picksync_sweep_overdue_connections', {}, read.overdueSweeps);
  metrics.set('picksync_outgoing_due', {}, read.outgoingDue);
  for (const state of ['active', 'paused_user', 'paused_system', 'failing', 'review'] as const)
    metrics.set('picksync_automations', { state }, read.automations[state]);
  // A state that nothing is in any more is 0.
  metrics.forget('picksync_connections');
  for (const status of ['connected', 'needs_reconnect'] as const)
    metrics.set('picksync_connections', { status, region: 'us' }, 0);
  for (const { status, region, count } of read.connections)
    metrics.set('picksync_connections', { status, region } as LabelsOf<'picksync_connections'>, count);
  for (const status of ['enabled', 'creating', 'disabled'] as const)
    metrics.set(
      'picksync_webhooks',
      { status },
      read.webhooks.find((one) => one.status === status)?.count ?? 0,
    );
  metrics.forget('picksync_sealed_secrets');
  for (const { keyId, secrets } of read.sealed) {
    const current = keyId === currentKey ? 'true' : 'false';
    metrics.set('picksync_sealed_secrets', { key: keyId, current }, secrets);
  }
}
