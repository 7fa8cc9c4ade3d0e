import type { WebhookRow } from './webhooks.store.ts';

/** A webhook as its row was when it was read, its secret opened. */
export type KnownWebhook = { row: WebhookRow; sharedSecret: string | null };

export type KnownWebhooks = ReturnType<typeof createKnownWebhooks>;

/** Smartsheet calls about a sheet once a minute at most, so it takes longer than that to pay. */
const LONGEST_MS = 60 * 60_000;

/**
 * Remembers webhooks for an hour, so that a callback is checked without asking the database. What is remembered may be
 * outdated: whoever acts on it has to compare it with the row (`hearCallbacks` does), or look it up.
 */
export function createKnownWebhooks(options: {
  find: (id: string) => Promise<WebhookRow | null>;
  secretOf: (row: WebhookRow) => string | null;
  now: () => Date;
  remembered?: number;
}) {
  const { find, secretOf, now, remembered = 20_000 } = options;
  const known = new Map<string, KnownWebhook & { readAt: number }>();

  return {
    /** Undefined when nothing is remembered. */
    recall(id: string): KnownWebhook | undefined {
      const webhook = known.get(id);
      return webhook && now().getTime() - webhook.readAt < LONGEST_MS ? webhook : undefined;
    },
    /** As its row is now; null for one that is not there or was given up. */
    async lookUp(id: string): Promise<KnownWebhook | null> {
      const row = await find(id);
      known.delete(id);
      if (!row || row.status === 'deleting') return null;
      const webhook = { row, sharedSecret: secretOf(row), readAt: now().getTime() };
      known.set(id, webhook);
      const [oldest] = known.keys();
      if (known.size > remembered && oldest !== undefined) known.delete(oldest);
      return webhook;
    },
  };
}
