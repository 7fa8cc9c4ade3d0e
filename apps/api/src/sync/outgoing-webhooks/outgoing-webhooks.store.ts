import type { Db, OutgoingWebhook, Prisma } from '@picksync/db';

type Which = { userId: string; id: string };

/** Returns a user's outgoing webhooks, newest first. They are few. */
export function findWebhooks(db: Db, userId: string): Promise<OutgoingWebhook[]> {
  return db.outgoingWebhook.findMany({
    where: { userId },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  });
}

export function findWebhook(db: Db, { userId, id }: Which): Promise<OutgoingWebhook | null> {
  return db.outgoingWebhook.findFirst({ where: { id, userId } });
}

export function countWebhooks(db: Db, userId: string): Promise<number> {
  return db.outgoingWebhook.count({ where: { userId } });
}

export function insertWebhook(
  db: Db,
  data: Prisma.OutgoingWebhookUncheckedCreateInput,
): Promise<OutgoingWebhook> {
  return db.outgoingWebhook.create({ data });
}

/** Updates one of a user's; returns null when there is none. */
export async function updateWebhook(
  db: Db,
  { userId, id, data }: Which & { data: Prisma.OutgoingWebhookUncheckedUpdateManyInput },
): Promise<OutgoingWebhook | null> {
  const [updated] = await db.outgoingWebhook.updateManyAndReturn({ where: { id, userId }, data });
  return updated ?? null;
}

/** Deletes one of a user's, with its deliveries; returns null when there is none. */
export async function deleteWebhook(db: Db, { userId, id }: Which): Promise<OutgoingWebhook | null> {
  const row = await findWebhook(db, { userId, id });
  const { count } = await db.outgoingWebhook.deleteMany({ where: { id, userId } });
  return count === 1 ? row : null;
}

/** Ends what has not been delivered: nothing is sent by itself to a webhook that was off meanwhile. */
export async function failPending(
  db: Db,
  { webhookId, failure }: { webhookId: string; failure: string },
): Promise<void> {
  await db.webhookDelivery.updateMany({
    where: { webhookId, state: 'pending' },
    data: { state: 'failed', nextAttemptAt: null, failure },
  });
}
