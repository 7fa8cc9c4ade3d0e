import { AppError } from '@picksync/contracts';
import type { Tx } from '@picksync/db';
import type { Context } from '../../base/context.ts';
import { lockUser } from '../../base/entitlements.store.ts';
import { alignChargesAtOnce } from '../../billing/subscriptions/align-charges.ts';
import { deleteAllSessions } from '../../people/sessions/sessions.store.ts';
import { recordActivity } from '../../sync/activity/activity.store.ts';
import { type Admin, recordAct } from '../record-act.ts';
import { findDisabledAt, pauseUserAutomations, setDisabled } from './admin-users.store.ts';
import { describeMissingPlan, stopPayments } from './stop-payments.ts';

/** The user, and why. */
type Switch = { id: string; reason: string };

/**
 * Disables an account: every session ends, nobody can sign in, its keys are refused, its automations are paused, and
 * nothing is charged any more: the provider is told at once, and by a job until it has done so. Nothing is deleted.
 * Throws `not_found`, or `forbidden` for one's own account.
 */
export async function disableUser(context: Context, by: Admin, user: Switch): Promise<{ message: string }> {
  if (user.id === by.adminId)
    throw new AppError('forbidden', { message: 'You cannot disable your own account.' });
  const { subscription, message } = await context.db.$transaction((tx) =>
    disable(context, tx, { by, ...user }),
  );
  if (subscription) await alignChargesAtOnce(context, subscription);
  return { message };
}

async function disable(context: Context, tx: Tx, { by, id: userId, reason }: Switch & { by: Admin }) {
  const at = context.now();
  await lockUser(tx, userId);
  if (!(await setDisabled(tx, { id: userId, at, reason })))
    return { ...(await readUnchanged(tx, userId, 'disabled')), subscription: null };
  await deleteAllSessions(tx, userId);
  const paused = await pauseAutomations(tx, { userId, at });
  const { subscription, sentence } = await stopPayments(context, tx, { userId, at });
  const act = { by, userId, reason };
  await recordAct(context, tx, { ...act, action: 'account_disabled' });
  if (subscription) {
    const { name } = subscription.plan;
    await recordAct(context, tx, { ...act, action: 'subscription_cancelled', name });
  }
  const done = paused === 0 ? 'The account is disabled.' : `The account is disabled, ${paused} paused.`;
  return { subscription, message: `${done} ${sentence}`.trim() };
}

/**
 * Enables a disabled account again. Automations stay paused until their owner activates them, and a plan that was
 * cancelled with the account does not renew. Throws `not_found`.
 */
export function enableUser(
  context: Context,
  by: Admin,
  { id: userId, reason }: Switch,
): Promise<{ message: string }> {
  return context.db.$transaction(async (tx) => {
    await lockUser(tx, userId);
    const disabledAt = await findDisabledAt(tx, userId);
    if (disabledAt === null) return readUnchanged(tx, userId, 'enabled');
    await setDisabled(tx, { id: userId, at: null, reason: null });
    await recordAct(context, tx, { by, userId, action: 'account_enabled', reason });
    const missing = await describeMissingPlan(tx, { userId, disabledAt });
    return { message: `The account is enabled. ${missing}`.trim() };
  });
}

async function pauseAutomations(tx: Tx, { userId, at }: { userId: string; at: Date }): Promise<number> {
  const paused = await pauseUserAutomations(tx, { userId, at });
  if (paused > 0) {
    const details = 'Paused because the account was disabled.';
    await recordActivity(tx, { userId, action: 'pause_automation', status: 'warning', details, at });
  }
  return paused;
}

async function readUnchanged(tx: Tx, id: string, state: 'disabled' | 'enabled') {
  if ((await tx.user.count({ where: { id } })) === 0)
    throw new AppError('not_found', { message: 'There is no such user.' });
  return { message: `The account is ${state} already.` };
}
