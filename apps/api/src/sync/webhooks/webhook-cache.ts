import { LRUCache } from 'lru-cache';
import type { WebhookRow } from './webhooks.store.ts';

/** A webhook as its row was when it was read, with its secret unsealed. */
export type KnownWebhook = { row: WebhookRow; sharedSecret: string | null };

export type WebhookCache = ReturnType<typeof createWebhookCache>;

/** Callbacks about one sheet come at most once a minute: a shorter time would save few reads. */
const ttlMs = 60 * 60_000;

/**
 * Creates a cache that keeps webhooks for an hour, so that a callback is checked without a query. A cached webhook may
 * be outdated: callers compare it with the row (`recordCallbacks` does), or read it again. Ids that are not ours are
 * not cached, so that guesses take no room.
 */
export function createWebhookCache(options: {
  find: (id: string) => Promise<WebhookRow | null>;
  secretOf: (row: WebhookRow) => string | null;
  now: () => Date;
  maxEntries?: number;
}) {
  const { find, secretOf, now, maxEntries = 20_000 } = options;
  const cache = new LRUCache<string, KnownWebhook>({
    max: maxEntries,
    ttl: ttlMs,
    ttlResolution: 0,
    perf: { now: () => now().getTime() },
  });

  return {
    /** Returns the cached webhook; undefined when there is none. */
    getKept: (id: string): KnownWebhook | undefined => cache.get(id),
    /** Reads the webhook from its row; returns null for one that is not there or is to be deleted. */
    async read(id: string): Promise<KnownWebhook | null> {
      const row = await find(id);
      if (!row || row.status === 'deleting') {
        cache.delete(id);
        return null;
      }
      const webhook = { row, sharedSecret: secretOf(row) };
      cache.set(id, webhook);
      return webhook;
    },
  };
}
