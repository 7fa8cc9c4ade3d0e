import { type AccountChange, type AccountView, AppError } from '@picksync/contracts';
import type { Db } from '@picksync/db';
import type { Context } from '../../base/context.ts';
import { findPendingChange } from '../email-change/email-change.store.ts';

/** Returns what a user can see of their account. */
export async function readAccount(context: Context, userId: string): Promise<AccountView> {
  const [user, passwordChangedAt, pending] = await Promise.all([
    findAccount(context.db, userId),
    findLastPasswordChange(context.db, userId),
    findPendingChange(context.db, { userId, at: context.now() }),
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
  context: Context,
  { userId, timeZone, clock, dateOrder }: AccountChange & { userId: string },
): Promise<AccountView> {
  const data = {
    ...(timeZone && { timeZone, isTimeZoneChosen: true }),
    ...(clock && { clock }),
    ...(dateOrder && { dateOrder }),
  };
  await context.db.user.updateMany({ where: { id: userId }, data });
  return readAccount(context, userId);
}

const view = {
  email: true,
  username: true,
  profilePicture: true,
  createdAt: true,
  timeZone: true,
  clock: true,
  dateOrder: true,
  passwordHash: true,
} as const;

/** Reads what a user can see of their account; null when it is gone. */
export function findAccount(db: Db, userId: string) {
  return db.user.findUnique({ where: { id: userId }, select: view });
}

async function findLastPasswordChange(db: Db, userId: string): Promise<Date | null> {
  const last = await db.auditEvent.findFirst({
    where: { userId, action: 'password_changed' },
    orderBy: { at: 'desc' },
    select: { at: true },
  });
  return last?.at ?? null;
}
