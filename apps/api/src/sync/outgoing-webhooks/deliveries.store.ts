import type { Db, Prisma, WebhookDelivery } from '@picksync/db';
import { belowPosition, type Position } from '../../base/cursor.ts';

/** Returns deliveries below a position, newest first, one more than `limit` where there are more. */
export function findDeliveries(
  db: Db,
  { webhookId, below, limit }: { webhookId: string; below: Position | null; limit: number },
): Promise<WebhookDelivery[]> {
  return db.webhookDelivery.findMany({
    where: {
      webhookId,
      ...belowPosition(below, (createdAt) => ({ createdAt })),
    },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: limit + 1,
  });
}

export function insertDelivery(
  db: Db,
  data: Prisma.WebhookDeliveryUncheckedCreateInput,
): Promise<WebhookDelivery> {
  return db.webhookDelivery.create({ data });
}

/** Makes a delivery due again; returns null when the webhook has none with this id. */
export async function setDue(
  db: Db,
  { webhookId, id, at }: { webhookId: string; id: string; at: Date },
): Promise<WebhookDelivery | null> {
  const [due] = await db.webhookDelivery.updateManyAndReturn({
    where: { id, webhookId },
    data: { state: 'pending', attempts: 0, nextAttemptAt: at },
  });
  return due ?? null;
}
