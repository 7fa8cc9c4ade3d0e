import { type AccountChange, type AccountView, AppError } from '@picksync/contracts';
import type { Db } from '@picksync/db';
import { pendingChange } from '../email-change/email-change.store.ts';
import { findAccount, findLastPasswordChange, saveChoices } from './account.store.ts';

export type AccountDeps = { db: Db; now: () => Date };

/** Returns what a user can see of their account. */
export async function readAccount(userId: string, { db, now }: AccountDeps): Promise<AccountView> {
  const [user, passwordChangedAt, pending] = await Promise.all([
    findAccount(db, userId),
    findLastPasswordChange(db, userId),
    pendingChange(db, { userId, at: now() }),
  ]);
  if (!user) throw new AppError('unauthenticated');
  return {
    email: user.email,
    name: user.username,
    picture: user.profilePicture,
    createdAt: user.createdAt.toISOString(),
    timeZone: user.timeZone,
    clock: user.clock,
    dateOrder: user.dateOrder,
    hasPassword: user.passwordHash !== null,
    passwordChangedAt: passwordChangedAt?.toISOString() ?? null,
    pendingEmail: pending && { email: pending.newEmail, expiresAt: pending.expiresAt.toISOString() },
  };
}

/**
 * Sets how the user reads days and times, on pages and in mails. A chosen time zone takes precedence over that of the
 * browser.
 */
export async function updateAccount(
  change: AccountChange & { userId: string },
  deps: AccountDeps,
): Promise<AccountView> {
  await saveChoices(deps.db, change);
  return readAccount(change.userId, deps);
}
