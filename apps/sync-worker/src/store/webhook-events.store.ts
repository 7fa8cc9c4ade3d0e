import {
  entitlements,
  type RunOutcome,
  type Standing,
  type WebhookBody,
  type WebhookEvent,
  webhookBody,
} from '@picksync/contracts';
import type { Automation, Tx } from '@picksync/db';

const eventOf: Record<RunOutcome, WebhookEvent> = {
  changed: 'automation.synced',
  unchanged: 'automation.synced',
  failed: 'automation.failed',
  waiting_review: 'automation.needs_review',
};

export type RunNews = {
  automation: Automation;
  at: Date;
  outcome: RunOutcome;
  added: number;
  removed: number;
  optionCount: number | null;
  /** One sentence. */
  details: string;
};

/**
 * Adds a delivery for every outgoing webhook that wants to know of a run, in the transaction that records the run. Returns
 * the webhooks.
 */
export async function insertDeliveries(tx: Tx, news: RunNews): Promise<string[]> {
  const event = eventOf[news.outcome];
  const webhookIds = await findWanting(tx, { userId: news.automation.userId, event, at: news.at });
  if (webhookIds.length === 0) return [];
  const { at } = news;
  const body = bodyOf(event, news);
  const rows = webhookIds.map((webhookId) => ({ webhookId, event, body, nextAttemptAt: at, createdAt: at }));
  await tx.webhookDelivery.createMany({ data: rows });
  return webhookIds;
}

async function findWanting(
  tx: Tx,
  { userId, event, at }: { userId: string; event: WebhookEvent; at: Date },
): Promise<string[]> {
  const rows = await tx.$queryRaw<(Omit<Standing, 'now'> & { id: string })[]>`
    SELECT w.id, u.subscription_status::text AS "subscriptionStatus", u.subscription_tier::text AS tier,
      u.trial_end_date AS "trialEndDate", u.subscription_end_date AS "subscriptionEndDate",
      u.max_configurations AS "maxConfigurations"
    FROM outgoing_webhooks w JOIN users u ON u.id = w.user_id
    WHERE w.user_id = ${userId}::uuid AND w.is_active AND ${event} = ANY(w.events)`;
  return rows.flatMap(({ id, ...standing }) =>
    entitlements({ ...standing, now: at }).outgoingWebhooks ? [id] : [],
  );
}

/** Returns the body of an event. What the schema does not name is left out. */
function bodyOf(event: WebhookEvent, { automation, at, ...news }: RunNews): WebhookBody {
  const { added, removed, optionCount, details: message } = news;
  const data = { automation, added, removed, optionCount, message };
  return webhookBody.parse({ type: event, timestamp: at.toISOString(), data });
}
