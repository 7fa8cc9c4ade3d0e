import type { Db, Tx } from '@picksync/db';
import { noProviders } from '../sign-in-providers/linked-providers.store.ts';

/**
 * Removes the ways into an account beside its password, and switches off its outgoing webhooks. A second factor stays.
 */
export async function deleteOtherWaysIn(tx: Tx, { userId, at }: { userId: string; at: Date }): Promise<void> {
  await tx.user.update({ where: { id: userId }, data: noProviders });
  await tx.passkey.deleteMany({ where: { userId } });
  await tx.apiKey.updateMany({ where: { userId, revokedAt: null }, data: { revokedAt: at } });
  await tx.outgoingWebhook.updateMany({ where: { userId }, data: { isActive: false } });
}

/** Returns whether anything but the password opens an account. */
export async function hasOtherWaysIn(db: Db, userId: string): Promise<boolean> {
  const ways = await db.user.count({
    where: {
      id: userId,
      OR: [
        { googleId: { not: null } },
        { microsoftId: { not: null } },
        { passkeys: { some: {} } },
        { apiKeys: { some: { revokedAt: null } } },
      ],
    },
  });
  return ways > 0;
}
