import type { Db, Prisma } from '@picksync/db';

export type EarlierCreation = { bodyHash: string; automationId: string };

/** Returns what a user's earlier request with this key made; null when there was none. */
export function findCreation(
  db: Db,
  { userId, keyHash }: { userId: string; keyHash: string },
): Promise<EarlierCreation | null> {
  return db.idempotencyKey.findUnique({
    where: { userId_keyHash: { userId, keyHash } },
    select: { bodyHash: true, automationId: true },
  });
}

export async function insertCreation(db: Db, data: Prisma.IdempotencyKeyUncheckedCreateInput): Promise<void> {
  await db.idempotencyKey.create({ data });
}
