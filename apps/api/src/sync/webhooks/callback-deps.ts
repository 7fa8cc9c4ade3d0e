import { markMovedConnections, recordCallbacks, type SignedCallback } from '@picksync/db';
import type { Context } from '../../base/context.ts';
import { batchCalls } from './batch-calls.ts';
import { type BodyLimits, createBodyLimits, defaultBodySizes } from './body-limits.ts';
import type { CallbackDeps } from './receive-callback.ts';
import { recordStatusChange, type StatusChange } from './record-status-change.ts';
import { createWebhookCache } from './webhook-cache.ts';
import {
  type Echo,
  findOtherReaders,
  findWebhooks,
  recordDelivered,
  type WebhookRow,
} from './webhooks.store.ts';

/** The limits of receiving callbacks; given where tests watch them. */
export type WithLimits = { callbackLimits?: BodyLimits };

/**
 * Callbacks come in bursts. They use a part of the database connections, so that users of the site always find a free
 * one, and wait in a queue, so that a burst gets no errors, after which Smartsheet would send it again.
 */
const maxWaiting = 10_000;
const inBatches = { maxItems: 200, concurrency: 2, maxWaiting };
const oneByOne = { maxItems: 1, concurrency: 2, maxWaiting };

/** Creates the dependencies of receiving callbacks: the frequent steps run in batches, the rare ones one by one. */
export function createCallbackDeps(context: Context & WithLimits): CallbackDeps {
  const { db, pool, queue, now, smartsheet, callbackLimits = createBodyLimits(defaultBodySizes) } = context;
  const find = batchCalls<string, WebhookRow | null>({
    ...inBatches,
    work: (ids) => findWebhooks(db, ids),
  });
  return {
    webhooks: createWebhookCache({ find, secretOf: smartsheet.secretOf, now }),
    recordCallback: batchCalls<SignedCallback, boolean>({
      ...inBatches,
      work: (callbacks) => recordCallbacks(callbacks, { pool, queue }),
    }),
    recordEcho: batchCalls<Echo, true>({
      ...inBatches,
      work: async (echoes) => {
        await recordEchoes(context, echoes);
        return echoes.map(() => true);
      },
    }),
    recordStatusChange: batchCalls<StatusChange, void>({
      ...oneByOne,
      work: (changes) => Promise.all(changes.map((change) => recordStatusChange(context, change))),
    }),
    limits: callbackLimits,
  };
}

/**
 * Records callbacks that report only what our own runs have changed. Other automations that read the same sheet have to
 * see rows that one automation wrote: they are marked.
 */
async function recordEchoes({ db, pool, queue }: Context, echoes: Echo[]): Promise<void> {
  const webhookIds = echoes.map(({ webhookId }) => webhookId);
  await recordDelivered(db, webhookIds);
  const written = echoes.filter(({ writers }) => writers.length > 0);
  const readers = written.length > 0 ? await findOtherReaders(db, written) : [];
  const moved = readers.map((reader) => ({ ...reader, sheets: [] }));
  if (moved.length > 0) await markMovedConnections(moved, { pool, queue, priority: 'event' });
}
