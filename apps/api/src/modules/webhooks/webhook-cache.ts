import { LRUCache } from 'lru-cache';
import type { WebhookRow } from './webhooks.store.ts';

/** A webhook as its row was when it was read, its secret opened. */
export type KnownWebhook = { row: WebhookRow; sharedSecret: string | null };

export type WebhookCache = ReturnType<typeof createWebhookCache>;

/** Smartsheet calls about a sheet once a minute at most, so it takes longer than that to pay. */
const ttlMs = 60 * 60_000;

/**
 * Keeps webhooks for an hour, so that a callback is checked without asking the database. What is kept may be outdated:
 * whoever acts on it compares it with the row (`recordCallbacks` does), or reads it again. Ids that are not ours are
 * not kept, so that guessed ones take no room.
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
    /** Undefined when nothing is kept. */
    getKept: (id: string): KnownWebhook | undefined => cache.get(id),
    /** Reads the webhook as its row is now; null for one that is not there or was given up. */
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
