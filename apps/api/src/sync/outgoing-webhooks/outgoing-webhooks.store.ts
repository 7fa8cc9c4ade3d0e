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

/** Reads the webhooks of a batch that are still switched off by the system. Null when the user is gone. */
export async function findStoppedWebhooks(db: Db, batchId: string) {
  const notices = await db.notice.findMany({
    where: { batchId },
    select: { subjectId: true, user: { select: { id: true, email: true } } },
  });
  const user = notices[0]?.user;
  if (!user) return null;
  const rows = await db.outgoingWebhook.findMany({
    where: { id: { in: notices.map(({ subjectId }) => subjectId) }, isActive: false },
    select: { url: true, stopReason: true },
    orderBy: { createdAt: 'asc' },
  });
  const webhooks = rows.flatMap(({ url, stopReason }) => (stopReason ? [{ url, stopReason }] : []));
  return { userId: user.id, to: user.email, webhooks };
}
