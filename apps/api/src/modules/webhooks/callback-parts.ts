import { type Database, type HeardCallback, hearCallbacks, type Queue } from '@picksync/db';
import { createBoundedLimit } from '../passwords/bounded-limit.ts';
import type { CallbackParts } from './callbacks.ts';
import { inBatches } from './in-batches.ts';
import { createKnownWebhooks } from './known-webhooks.ts';
import { noteStatus, type StatusChange } from './status-change.ts';
import { findWebhooks, type WebhookRow } from './webhooks.store.ts';

export type WebhookParts = {
  database: Pick<Database, 'prisma' | 'pool'>;
  queue: Queue;
  now: () => Date;
  /** The shared secret of a webhook, or null before Smartsheet has told it. */
  secretOf: (webhook: WebhookRow) => string | null;
};

/**
 * Callbacks come in bursts. They use a part of the database's connections, so that the people who use the site always
 * find one free, and wait their turn, so that no burst is answered with an error that makes Smartsheet come again.
 */
const WAITING = 10_000;
const BATCHES = { most: 200, atOnce: 2, waiting: WAITING };
const TURNS = { atOnce: 2, waiting: WAITING };

/** What callbacks are taken with: the usual steps in batches, the rare ones in turn. */
export function createCallbackParts({ database, queue, now, secretOf }: WebhookParts): CallbackParts {
  const { prisma: db, pool } = database;
  const inTurn = createBoundedLimit(TURNS);
  const find = inBatches<string, WebhookRow | null>({
    ...BATCHES,
    work: (ids) => findWebhooks(db, ids),
  });
  return {
    known: createKnownWebhooks({ find, secretOf, now }),
    hear: inBatches<HeardCallback, boolean>({
      ...BATCHES,
      work: (heard) => hearCallbacks(heard, { pool, queue, at: now() }),
    }),
    noteStatus: (change: StatusChange) => inTurn(() => noteStatus(change, { db, queue, now })),
  };
}
