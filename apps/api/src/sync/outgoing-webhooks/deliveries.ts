import {
  AppError,
  type endpoints,
  entitlements,
  type Parsed,
  testEvent,
  type WebhookBody,
  type WebhookDelivery,
  webhookBody,
  webhookDelivery,
} from '@picksync/contracts';
import { billingFields, type WebhookDelivery as DeliveryRow, type Tx } from '@picksync/db';
import { statusSentence } from '@picksync/smartsheet-account';
import type { Context } from '../../base/context.ts';
import { belowPosition, parseCursor, toPage } from '../../base/cursor.ts';
import { assertPlan, lockWebhook, requireWebhook } from './outgoing-webhooks.ts';

type OwnWebhook = { userId: string; id: string };
type Query = Parsed<typeof endpoints.outgoingWebhooks.deliveries>['query'];

/** Returns one page of the deliveries of an outgoing webhook of the person's, newest first. Throws `not_found`. */
export async function listDeliveries(context: Context, owned: OwnWebhook, { cursor, limit }: Query) {
  const { id: webhookId } = await requireWebhook(context.db, owned);
  const below = belowPosition(parseCursor(cursor), (createdAt) => ({ createdAt }));
  const rows = await context.db.webhookDelivery.findMany({
    where: { webhookId, ...below },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: limit + 1,
  });
  const page = toPage(rows, limit, ({ createdAt, id }) => ({ at: createdAt, id }));
  return { ...page, items: page.items.map(toView) };
}

/** Sends a `webhook.test`. Throws `not_found`, `plan_required`, or `webhook_switched_off`. */
export function sendTest(context: Context, owned: OwnWebhook): Promise<WebhookDelivery> {
  return context.db.$transaction(async (tx) => {
    const webhookId = await lockReady(context, tx, owned);
    const at = context.now();
    const body: WebhookBody = {
      type: testEvent,
      timestamp: at.toISOString(),
      data: { message: 'This is a test. Nothing has happened.' },
    };
    const data = { webhookId, event: testEvent, body, nextAttemptAt: at, createdAt: at };
    const delivery = await tx.webhookDelivery.create({ data });
    await context.queue.send(tx, 'send-webhooks', { webhookId });
    return toView(delivery);
  });
}

/** Sends a delivery again. Throws `not_found`, `plan_required`, or `webhook_switched_off`. */
export function redeliver(
  context: Context,
  { deliveryId, ...owned }: OwnWebhook & { deliveryId: string },
): Promise<WebhookDelivery> {
  return context.db.$transaction(async (tx) => {
    const webhookId = await lockReady(context, tx, owned);
    const [delivery] = await tx.webhookDelivery.updateManyAndReturn({
      where: { id: deliveryId, webhookId },
      data: { state: 'pending', attempts: 0, nextAttemptAt: context.now() },
    });
    if (!delivery) throw new AppError('not_found');
    await context.queue.send(tx, 'send-webhooks', { webhookId });
    return toView(delivery);
  });
}

/** Locks a webhook for a delivery, and returns its id. Throws where nothing may be sent to it. */
async function lockReady(context: Context, tx: Tx, owned: OwnWebhook): Promise<string> {
  const { id, isActive } = await lockWebhook(tx, owned);
  await assertPlan(context, tx, owned.userId);
  if (!isActive) throw new AppError('webhook_switched_off');
  return id;
}

function toView({ body: _, ...row }: DeliveryRow): WebhookDelivery {
  return webhookDelivery.parse({
    ...row,
    createdAt: row.createdAt.toISOString(),
    lastAttemptAt: row.lastAttemptAt?.toISOString() ?? null,
    nextAttemptAt: row.nextAttemptAt?.toISOString() ?? null,
  });
}

const event = 'automation.failed';

/**
 * Adds `automation.failed` for every active automation of users whose connection is lost, for each outgoing webhook
 * that wants it, because no sync runs any more that would report it. The sweep of due deliveries sends them.
 */
export async function notifyConnectionLost(
  tx: Tx,
  { userIds, at }: { userIds: string[]; at: Date },
): Promise<void> {
  const webhooks = await tx.outgoingWebhook.findMany({
    where: { userId: { in: userIds }, isActive: true, events: { has: event } },
    select: {
      id: true,
      userId: true,
      user: { select: { ...billingFields, connection: { select: { statusReason: true } } } },
    },
  });
  for (const { id: webhookId, userId, user } of webhooks) {
    const { connection, subscriptionTier: tier, ...billingStatus } = user;
    if (!connection || !entitlements({ ...billingStatus, tier, now: at }).outgoingWebhooks) continue;
    const message = statusSentence(connection.statusReason);
    // There are no more than a plan allows.
    const automations = await tx.automation.findMany({
      where: { userId, isActive: true },
      orderBy: { id: 'asc' },
    });
    const deliveries = automations.map((automation) => ({
      webhookId,
      event,
      body: webhookBody.parse({ type: event, timestamp: at.toISOString(), data: { automation, message } }),
      nextAttemptAt: at,
      createdAt: at,
    }));
    await tx.webhookDelivery.createMany({ data: deliveries });
  }
}
