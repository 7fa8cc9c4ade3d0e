import { once } from 'node:events';
import {
  type Duty,
  isUrgentQueue,
  type PrismaClient,
  type ProductFigures,
  type QueueState,
  readProductFigures,
  readQueueStates,
  readWorkers,
  scheduledQueues,
} from '@picksync/db';
import type { Metrics } from './create-metrics.ts';
import type { GaugeName, LabelsOf } from './metric-names.ts';
import { metricsTable } from './metrics-table.ts';

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
  'picksync_receipt_gaps',
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
    const [queues, { alive }] = await Promise.all([readQueueStates(options.db), readWorkers(options.db)]);
    if (!isReader) return;
    metrics.set('picksync_workers_alive', {}, alive);
    for (const queue of queues) setQueue(metrics, queue, options);
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
    if (!signal.aborted) await once(signal, 'abort');
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

function setQueue(metrics: Metrics, state: QueueState, { queueLimits }: Options): void {
  const { name: queue, waiting, delayed, running, dead, oldestSeconds, lastSuccess } = state;
  const counts = { waiting: waiting - delayed, delayed, running, dead };
  for (const kind of metricsTable.picksync_queue_jobs.labels.state)
    metrics.set('picksync_queue_jobs', { queue, state: kind }, counts[kind]);
  metrics.set('picksync_queue_oldest_seconds', { queue }, oldestSeconds ?? 0);
  const limit = isUrgentQueue(queue) ? queueLimits.urgent : queueLimits.usual;
  metrics.set('picksync_queue_limit_seconds', { queue }, limit);
  if (scheduled.has(queue) && lastSuccess !== null)
    metrics.set('picksync_schedule_last_success_timestamp_seconds', { queue }, lastSuccess);
}

function setProduct(metrics: Metrics, read: ProductFigures, { currentKey }: Options): void {
  metrics.set('picksync_sweep_overdue_connections', {}, read.overdueSweeps);
  metrics.set('picksync_outgoing_due', {}, read.outgoingDue);
  metrics.set('picksync_receipt_gaps', {}, read.receiptGaps);
  for (const state of metricsTable.picksync_automations.labels.state)
    metrics.set('picksync_automations', { state }, read.automations[state]);
  // A state that nothing is in any more is 0.
  metrics.forget('picksync_connections');
  for (const status of metricsTable.picksync_connections.labels.status)
    metrics.set('picksync_connections', { status, region: 'us' }, 0);
  for (const { status, region, count } of read.connections)
    metrics.set('picksync_connections', { status, region } as LabelsOf<'picksync_connections'>, count);
  for (const status of metricsTable.picksync_webhooks.labels.status)
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
