import { AppError } from '@picksync/contracts';
import type { Tx } from '@picksync/db';
import type { Context } from '../../base/context.ts';
import { lockUser } from '../../base/entitlements.store.ts';
import { recordAudit } from '../../base/record-audit.ts';
import { alignChargesAtOnce } from '../../billing/subscriptions/align-charges.ts';
import { deleteAllSessions } from '../../people/sessions/sessions.store.ts';
import { recordActivity } from '../../sync/activity/activity.store.ts';
import { findDisabledAt, pauseUserAutomations, setDisabled, userExists } from './admin-users.store.ts';
import { describeMissingPlan, stopPayments } from './stop-payments.ts';

/** Which administrator acts on which user, and why. */
export type AdminAct = { adminId: string; network: string; userId: string; reason: string };

/**
 * Disables an account: every session ends, nobody can sign in, its keys are refused, its automations are paused, and
 * nothing is charged any more: the provider is told at once, and by a job until it has done so. Nothing is deleted.
 * Throws `not_found`, or `forbidden` for one's own account.
 */
export async function disableUser(context: Context, act: AdminAct): Promise<{ message: string }> {
  if (act.userId === act.adminId)
    throw new AppError('forbidden', { message: 'You cannot disable your own account.' });
  const { subscription, message } = await context.db.$transaction((tx) => disable(context, tx, act));
  if (subscription) await alignChargesAtOnce(context, subscription);
  return { message };
}

async function disable(context: Context, tx: Tx, act: AdminAct) {
  const at = context.now();
  const { userId, reason } = act;
  await lockUser(tx, userId);
  if (!(await setDisabled(tx, { id: userId, at, reason })))
    return { ...(await readUnchanged(tx, userId, 'disabled')), subscription: null };
  await deleteAllSessions(tx, userId);
  const paused = await pauseAutomations(tx, { userId, at });
  const { subscription, sentence } = await stopPayments(context, tx, { userId, at });
  await record(tx, { ...act, action: 'account_disabled', at });
  if (subscription) {
    const details = { name: subscription.plan.name, reason };
    const entry = { userId, actorId: act.adminId, network: act.network, details, at };
    await recordAudit(tx, { ...entry, action: 'subscription_cancelled' });
  }
  const done = paused === 0 ? 'The account is disabled.' : `The account is disabled, ${paused} paused.`;
  return { subscription, message: `${done} ${sentence}`.trim() };
}

/**
 * Enables a disabled account again. Automations stay paused until their owner activates them, and a plan that was
 * cancelled with the account does not renew. Throws `not_found`.
 */
export async function enableUser(context: Context, act: AdminAct): Promise<{ message: string }> {
  return context.db.$transaction(async (tx) => {
    const { userId } = act;
    await lockUser(tx, userId);
    const disabledAt = await findDisabledAt(tx, userId);
    if (disabledAt === null) return readUnchanged(tx, userId, 'enabled');
    await setDisabled(tx, { id: userId, at: null, reason: null });
    await record(tx, { ...act, action: 'account_enabled', at: context.now() });
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

async function readUnchanged(
  tx: Tx,
  id: string,
  state: 'disabled' | 'enabled',
): Promise<{ message: string }> {
  if (!(await userExists(tx, id))) throw new AppError('not_found', { message: 'There is no such user.' });
  return { message: `The account is ${state} already.` };
}

async function record(
  tx: Tx,
  {
    adminId,
    network,
    userId,
    reason,
    ...entry
  }: AdminAct & { action: 'account_disabled' | 'account_enabled'; at: Date },
): Promise<void> {
  await recordAudit(tx, { ...entry, userId, actorId: adminId, network, details: { reason } });
}
