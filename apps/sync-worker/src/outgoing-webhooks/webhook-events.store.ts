import {
  type BillingStatus,
  entitlements,
  type RunOutcome,
  type WebhookBody,
  type WebhookEvent,
  webhookBody,
} from '@picksync/contracts/sync';
import { type Automation, billingColumns, Prisma, type Tx } from '@picksync/db';

const events: Record<RunOutcome, WebhookEvent> = {
  changed: 'automation.synced',
  unchanged: 'automation.synced',
  failed: 'automation.failed',
  waiting_review: 'automation.needs_review',
};

type RunNews = {
  automation: Automation;
  at: Date;
  outcome: RunOutcome;
  added: number;
  removed: number;
  /** Options renamed, cells that got the new name, and those that keep the old one; where a name changed. */
  renamed?: number | undefined;
  cellsRenamed?: number | undefined;
  cellsLocked?: number | undefined;
  optionCount: number | null;
  /** One sentence. */
  details: string;
};

/** Adds a delivery of a run's event for these outgoing webhooks, in the transaction that records the run. */
export async function insertDeliveries(tx: Tx, webhookIds: string[], news: RunNews): Promise<void> {
  if (webhookIds.length === 0) return;
  const { at } = news;
  const event = events[news.outcome];
  const body = toBody(event, news);
  const rows = webhookIds.map((webhookId) => ({ webhookId, event, body, nextAttemptAt: at, createdAt: at }));
  await tx.webhookDelivery.createMany({ data: rows });
}

/**
 * Returns the outgoing webhooks that want to know of a run; they cannot be deleted before the transaction ends. A written
 * dropdown is counted with it, in one statement: call it before the automation's row is changed, as every transaction
 * that changes both does, so that there is no deadlock.
 */
export async function countAndFindWanting(
  tx: Tx,
  { userId, outcome, at }: { userId: string; outcome: RunOutcome; at: Date },
): Promise<string[]> {
  const owner =
    outcome === 'changed'
      ? Prisma.sql`
          UPDATE users SET dropdown_updates = dropdown_updates + 1, updated_at = ${at}::timestamptz
          WHERE id = ${userId}::uuid RETURNING *`
      : Prisma.sql`SELECT * FROM users WHERE id = ${userId}::uuid`;
  const rows = await tx.$queryRaw<(Omit<BillingStatus, 'now'> & { id: string })[]>`
    WITH u AS (${owner})
    SELECT w.id, ${billingColumns}
    FROM outgoing_webhooks w JOIN u ON u.id = w.user_id
    WHERE w.is_active AND ${events[outcome]} = ANY(w.events)
    FOR KEY SHARE OF w`;
  return rows.flatMap(({ id, ...billing }) =>
    entitlements({ ...billing, now: at }).outgoingWebhooks ? [id] : [],
  );
}

/** Returns the body of an event. What the schema does not name is left out. */
function toBody(event: WebhookEvent, { automation, at, ...news }: RunNews): WebhookBody {
  const { details: message, outcome: _, ...counts } = news;
  const data = { automation, ...counts, message };
  return webhookBody.parse({ type: event, timestamp: at.toISOString(), data });
}
