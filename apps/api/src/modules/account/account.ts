import { type AccountView, AppError } from '@picksync/contracts';
import type { Db } from '@picksync/db';
import { pendingChange } from '../email-change/email-change.store.ts';
import { chooseTimeZone, findAccount, findLastPasswordChange } from './account.store.ts';

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
    hasPassword: user.passwordHash !== null,
    passwordChangedAt: passwordChangedAt?.toISOString() ?? null,
    pendingEmail: pending && { email: pending.newEmail, expiresAt: pending.expiresAt.toISOString() },
  };
}

/** Sets the time zone for days in figures and mails. From then on the browsers' time zones are ignored. */
export async function updateAccount(
  { userId, timeZone }: { userId: string; timeZone: string },
  deps: AccountDeps,
): Promise<AccountView> {
  await chooseTimeZone(deps.db, { userId, timeZone });
  return readAccount(userId, deps);
}
