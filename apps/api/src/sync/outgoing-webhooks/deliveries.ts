import {
  AppError,
  type endpoints,
  type Parsed,
  testEvent,
  type WebhookBody,
  type WebhookDelivery,
  webhookDelivery,
} from '@picksync/contracts';
import type { WebhookDelivery as DeliveryRow, Tx } from '@picksync/db';
import type { Context } from '../../base/context.ts';
import { belowPosition, parseCursor, toPage } from '../../base/cursor.ts';
import { assertPlan, requireWebhook } from './outgoing-webhooks.ts';

type Which = { userId: string; id: string };
type Query = Parsed<typeof endpoints.outgoingWebhooks.deliveries>['query'];

/** Returns one page of the deliveries of an outgoing webhook of the person's, newest first. Throws `not_found`. */
export async function listDeliveries(context: Context, which: Which, { cursor, limit }: Query) {
  const { id: webhookId } = await requireWebhook(context.db, which);
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
export function sendTest(context: Context, which: Which): Promise<WebhookDelivery> {
  return context.db.$transaction(async (tx) => {
    const webhookId = await assertReady(context, tx, which);
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
  { deliveryId, ...which }: Which & { deliveryId: string },
): Promise<WebhookDelivery> {
  return context.db.$transaction(async (tx) => {
    const webhookId = await assertReady(context, tx, which);
    const [delivery] = await tx.webhookDelivery.updateManyAndReturn({
      where: { id: deliveryId, webhookId },
      data: { state: 'pending', attempts: 0, nextAttemptAt: context.now() },
    });
    if (!delivery) throw new AppError('not_found');
    await context.queue.send(tx, 'send-webhooks', { webhookId });
    return toView(delivery);
  });
}

async function assertReady(context: Context, tx: Tx, which: Which): Promise<string> {
  const { id, isActive } = await requireWebhook(tx, which);
  await assertPlan(context, tx, which.userId);
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
