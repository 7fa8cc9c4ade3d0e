import { AppError } from '@picksync/contracts';
import { markMovedConnections, recordCallbacks, type SignedCallback } from '@picksync/db';
import type { Context } from '../../base/context.ts';
import { type BodyLimits, createBodyLimits, defaultBodySizes } from '../../http/body-limits.ts';
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

type Entry<Item, Result> = {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
};

/**
 * Returns a function that works on the items of many calls at once. Calls that arrive while a batch is running wait for the
 * next one, so that a single call does not wait and many cost little more than one. Each call gets its own result, and
 * fails when its batch fails. Throws `unavailable` when more than `maxWaiting` calls wait.
 */
export function batchCalls<Item, Result>(options: {
  /** Returns a result for each item, in their order. */
  work: (items: Item[]) => Promise<Result[]>;
  maxItems: number;
  concurrency: number;
  maxWaiting: number;
}): (item: Item) => Promise<Result> {
  const waiting: Entry<Item, Result>[] = [];
  let running = 0;

  async function answerBatch(batch: Entry<Item, Result>[]): Promise<void> {
    try {
      const results = await options.work(batch.map(({ item }) => item));
      for (const [index, { resolve, reject }] of batch.entries()) {
        if (index < results.length) resolve(results[index] as Result);
        else reject(new Error('a batch with fewer results than items'));
      }
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  async function run(): Promise<void> {
    running += 1;
    while (waiting.length > 0) await answerBatch(waiting.splice(0, options.maxItems));
    running -= 1;
  }

  return (item) =>
    new Promise((resolve, reject) => {
      if (waiting.length >= options.maxWaiting) return reject(new AppError('unavailable'));
      waiting.push({ item, resolve, reject });
      if (running < options.concurrency) void run();
    });
}
