import type { Db, Tx } from '@picksync/db';

/** Locks a user's row against everything else, and returns the address; null when the user is gone. */
export async function lockForDeletion(tx: Tx, userId: string): Promise<string | null> {
  const [row] = await tx.$queryRaw<{ email: string }[]>`
    SELECT email FROM users WHERE id = ${userId}::uuid FOR UPDATE`;
  return row?.email ?? null;
}

/** Returns whether a payment provider would go on charging. */
export async function hasRunningSubscription(tx: Tx, userId: string): Promise<boolean> {
  const running = await tx.subscription.count({
    where: {
      userId,
      status: { in: ['active', 'past_due', 'pending'] },
      paymentProviderSubscriptionId: { not: null },
    },
  });
  return running > 0;
}

/**
 * Deletes a user. The database deletes what belongs to them: sessions, codes, keys, the connection with its sheets and
 * webhooks, automations with their runs, activity, subscriptions. Receipts of payments and the events of the security trail
 * stay, without the user. What they wrote to support holds their address, so it goes as well.
 */
export async function deleteUser(tx: Tx, userId: string): Promise<void> {
  await tx.contactMessage.deleteMany({ where: { userId } });
  await tx.user.delete({ where: { id: userId } });
}

/** Keeps the address for the goodbye mail. */
export async function createFarewell(tx: Tx, farewell: { id: string; email: string; createdAt: Date }) {
  await tx.farewell.create({ data: farewell });
}

export function findFarewell(db: Db, id: string): Promise<{ email: string } | null> {
  return db.farewell.findUnique({ where: { id }, select: { email: true } });
}

export async function deleteFarewell(db: Db, id: string): Promise<void> {
  await db.farewell.deleteMany({ where: { id } });
}
