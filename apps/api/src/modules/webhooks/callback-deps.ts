import { type Database, type Queue, recordCallbacks, type SignedCallback } from '@picksync/db';
import { batchCalls } from './batch-calls.ts';
import { type BodyLimits, createBodyLimits, usualBodySizes } from './body-limits.ts';
import type { CallbackDeps } from './receive-callback.ts';
import { recordStatusChange, type StatusChange } from './record-status-change.ts';
import { createWebhookCache } from './webhook-cache.ts';
import { findWebhooks, recordEchoes, type WebhookRow } from './webhooks.store.ts';

export type WebhookDeps = {
  database: Pick<Database, 'prisma' | 'pool'>;
  queue: Queue;
  now: () => Date;
  /** The shared secret of a webhook, or null before Smartsheet has told it. */
  secretOf: (webhook: WebhookRow) => string | null;
  /** What receiving callbacks may cost; given where it is to be watched. */
  callbackLimits?: BodyLimits;
};

/**
 * Callbacks come in bursts. They use a part of the database's connections, so that the people who use the site always
 * find one free, and wait for each other, so that no burst is answered with an error that makes Smartsheet come again.
 */
const maxWaiting = 10_000;
const inBatches = { maxItems: 200, concurrency: 2, maxWaiting };
const oneByOne = { maxItems: 1, concurrency: 2, maxWaiting };

/** Builds what callbacks are received with: the usual steps in batches, the rare ones one by one. */
export function createCallbackDeps({
  database: { prisma: db, pool },
  queue,
  now,
  secretOf,
  callbackLimits = createBodyLimits(usualBodySizes),
}: WebhookDeps): CallbackDeps {
  const find = batchCalls<string, WebhookRow | null>({
    ...inBatches,
    work: (ids) => findWebhooks(db, ids),
  });
  return {
    webhooks: createWebhookCache({ find, secretOf, now }),
    recordCallback: batchCalls<SignedCallback, boolean>({
      ...inBatches,
      work: (callbacks) => recordCallbacks(callbacks, { pool, queue }),
    }),
    recordEcho: batchCalls<string, true>({ ...inBatches, work: (ids) => recordEchoes(db, ids) }),
    recordStatusChange: batchCalls<StatusChange, void>({
      ...oneByOne,
      work: (changes) => Promise.all(changes.map((change) => recordStatusChange(change, { db, queue, now }))),
    }),
    limits: callbackLimits,
  };
}
