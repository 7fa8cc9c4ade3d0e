import type { Db, EmailChange, Tx } from '@picksync/db';
import { noProviders } from '../sign-in-providers/linked-providers.store.ts';

/** Returns the pending change of a user; null when there is none, or it has expired. */
export function findPendingChange(
  db: Db,
  { userId, at }: { userId: string; at: Date },
): Promise<EmailChange | null> {
  return db.emailChange.findFirst({
    where: { userId, confirmedAt: null, endedAt: null, expiresAt: { gt: at } },
  });
}

export async function endPendingChange(db: Db, { userId, at }: { userId: string; at: Date }): Promise<void> {
  await db.emailChange.updateMany({
    where: { userId, confirmedAt: null, endedAt: null },
    data: { endedAt: at },
  });
}

export function findChange(db: Db, id: string): Promise<EmailChange | null> {
  return db.emailChange.findUnique({ where: { id } });
}

/** Confirms a change; false when it was confirmed or ended already. */
export async function claimConfirmation(
  tx: Tx,
  { id, at, expiresAt }: { id: string; at: Date; expiresAt: Date },
): Promise<boolean> {
  const { count } = await tx.emailChange.updateMany({
    where: { id, confirmedAt: null, endedAt: null },
    data: { confirmedAt: at, expiresAt },
  });
  return count === 1;
}

/** Ends a change and those after it, so that none of their links works; false when it had ended already. */
export async function claimUndo(
  tx: Tx,
  { id, userId, createdAt, at }: Pick<EmailChange, 'id' | 'userId' | 'createdAt'> & { at: Date },
): Promise<boolean> {
  const { count } = await tx.emailChange.updateMany({
    where: { id, confirmedAt: { not: null }, endedAt: null },
    data: { endedAt: at },
  });
  if (count === 0) return false;
  await tx.emailChange.updateMany({
    where: { userId, endedAt: null, createdAt: { gte: createdAt } },
    data: { endedAt: at },
  });
  return true;
}

/** Returns whether an address belongs to an account that somebody has verified. */
export async function isAddressTaken(db: Db, email: string): Promise<boolean> {
  return (await db.user.count({ where: { email, isVerified: true } })) > 0;
}

/**
 * Sets the address of a user. An unverified registration with that address is deleted: the user has just proved to read
 * its mail. Call it under `lockAddress`.
 */
export async function setAddress(
  tx: Tx,
  { userId, email }: { userId: string; email: string },
): Promise<void> {
  await tx.user.deleteMany({ where: { email, isVerified: false, id: { not: userId } } });
  await tx.user.update({ where: { id: userId }, data: { email } });
}

/**
 * Removes the ways into an account other than its mail: the password, the linked providers, and those passkeys, API
 * keys, outgoing webhooks, channels and second factors that were added since a moment. The account opens again when a new
 * password is set.
 */
export async function removeSignInMethods(
  tx: Tx,
  { userId, since, at }: { userId: string; since: Date; at: Date },
): Promise<void> {
  const none = { passwordHash: null, declinedPasswordHash: null, ...noProviders };
  await tx.user.update({ where: { id: userId }, data: none });
  await tx.user.updateMany({
    where: { id: userId, totpEnabledAt: { gte: since } },
    data: { totpSecretSealed: null, totpEnabledAt: null, totpLastStep: null, recoveryCodeHashes: [] },
  });
  await tx.passkey.deleteMany({ where: { userId, createdAt: { gte: since } } });
  await tx.outgoingWebhook.deleteMany({ where: { userId, createdAt: { gte: since } } });
  await tx.noticeChannel.deleteMany({ where: { userId, createdAt: { gte: since } } });
  await tx.apiKey.updateMany({
    where: { userId, revokedAt: null, createdAt: { gte: since } },
    data: { revokedAt: at },
  });
}
