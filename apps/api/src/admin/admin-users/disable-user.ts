import { AppError } from '@picksync/contracts';
import { type Tx, transact } from '@picksync/db';
import type { Context } from '../../base/context.ts';
import { lockUser } from '../../base/lock-user.ts';
import { isPaymentProvider } from '../../base/payments/payment-provider.ts';
import { closeCheckout, findOpenCheckout } from '../../billing/checkouts/checkouts.ts';
import { alignChargesAtOnce } from '../../billing/subscriptions/align-charges.ts';
import { beginScheduled, dropScheduled } from '../../billing/subscriptions/begin-subscription.ts';
import { endWithPeriod } from '../../billing/subscriptions/by-user/cancel-subscription.ts';
import { toDay } from '../../billing/subscriptions/periods.ts';
import {
  findCurrentSubscription,
  type SubscriptionWithPlan,
} from '../../billing/subscriptions/subscriptions.store.ts';
import { deleteAllSessions } from '../../people/sessions/sessions.store.ts';
import { recordActivity } from '../../sync/activity/activity.store.ts';
import { type Admin, recordAdminAction } from '../record-admin-action.ts';
import { setDisabled } from './admin-users.ts';

/** The user, and why. */
type Switch = { id: string; reason: string };

/**
 * Disables an account: every session ends, nobody can sign in, its keys are refused, its automations are paused, and
 * nothing is charged any more: the provider is told at once, and by a job until it has done so. Nothing is deleted.
 * Throws `not_found`, or `forbidden` for one's own account and for an administrator who is disabled meanwhile.
 */
export async function disableUser(context: Context, by: Admin, user: Switch): Promise<{ message: string }> {
  if (user.id === by.adminId)
    throw new AppError('forbidden', { message: 'You cannot disable your own account.' });
  const { subscription, message } = await transact(context.db, (tx) => disable(context, tx, { by, ...user }));
  if (subscription) await alignChargesAtOnce(context, subscription);
  return { message };
}

async function disable(context: Context, tx: Tx, { by, id: userId, reason }: Switch & { by: Admin }) {
  const at = context.now();
  // In one order: of two administrators who disable each other at once, the second is refused.
  for (const id of [by.adminId, userId].toSorted()) {
    const { isDisabled } = await lockUser(tx, id);
    if (id === by.adminId && isDisabled)
      throw new AppError('forbidden', { message: 'Your own account was disabled meanwhile.' });
  }
  if (!(await setDisabled(tx, { id: userId, at, reason })))
    return { ...(await readUnchanged(tx, userId, 'disabled')), subscription: null };
  await deleteAllSessions(tx, userId);
  const paused = await pauseAutomations(tx, { userId, at });
  const { subscription, sentence } = await stopPayments(context, tx, { userId, at });
  const act = { by, userId, reason };
  await recordAdminAction(context, tx, { ...act, action: 'account_disabled' });
  if (subscription) {
    const { name } = subscription.plan;
    await recordAdminAction(context, tx, { ...act, action: 'subscription_cancelled', name });
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
  return transact(context.db, async (tx) => {
    await lockUser(tx, userId);
    const user = await tx.user.findUnique({ where: { id: userId }, select: { disabledAt: true } });
    if (!user?.disabledAt) return readUnchanged(tx, userId, 'enabled');
    await setDisabled(tx, { id: userId, at: null, reason: null });
    await recordAdminAction(context, tx, { by, userId, action: 'account_enabled', reason });
    const missing = await describeMissingPlan(tx, { userId, disabledAt: user.disabledAt });
    return { message: `The account is enabled. ${missing}`.trim() };
  });
}

/** Pauses a user's active automations. They stay paused until their owner activates them again. */
async function pauseAutomations(tx: Tx, { userId, at }: { userId: string; at: Date }): Promise<number> {
  const { count } = await tx.automation.updateMany({
    where: { userId, isActive: true },
    data: { isActive: false, pausedBy: 'system', dirtyAt: null, updatedAt: at },
  });
  if (count > 0) {
    const details = 'Paused because the account was disabled.';
    await recordActivity(tx, { userId, action: 'pause_automation', status: 'warning', details, at });
  }
  return count;
}

async function readUnchanged(tx: Tx, id: string, state: 'disabled' | 'enabled') {
  if ((await tx.user.count({ where: { id } })) === 0)
    throw new AppError('not_found', { message: 'There is no such user.' });
  return { message: `The account is ${state} already.` };
}

type Stopped = {
  /** The plan that is no longer charged; null where nothing was charged. */
  subscription: SubscriptionWithPlan | null;
  /** The sentence about the money; empty where there is nothing to say. */
  sentence: string;
};

/**
 * Stops the payments for an account that is being disabled: its plan ends with the period that is paid, and an open
 * payment page is closed. A job stops what a provider charges by itself. Call it under `lockUser`.
 */
async function stopPayments(
  context: Context,
  tx: Tx,
  { userId, at }: { userId: string; at: Date },
): Promise<Stopped> {
  const open = await findOpenCheckout(tx, userId);
  if (open) await closeCheckout(context, tx, { checkout: open, status: 'cancelled', at });
  await beginScheduled(context, tx, { userId, now: at });
  await dropScheduled(context, tx, { userId, at });
  const current = await findCurrentSubscription(tx, userId);
  if (!current || !isPaymentProvider(current.paymentProvider) || current.status === 'cancelled')
    return { subscription: null, sentence: '' };
  const reason = 'The account was disabled.';
  const changed = await endWithPeriod(context, tx, { subscription: current, reason, at });
  const subscription = { ...current, ...changed };
  return { subscription, sentence: describeStopped(subscription) };
}

function describeStopped({ status, paymentProvider, plan, currentPeriodEnd }: SubscriptionWithPlan): string {
  const charges =
    paymentProvider === 'paypal'
      ? `PayPal is told to charge nothing more for ${plan.name}`
      : `${plan.name} is not renewed`;
  if (status !== 'cancelled' || !currentPeriodEnd) return `${charges}; the plan has ended.`;
  return `${charges}; what is paid until ${toDay(currentPeriodEnd)} is not given back.`;
}

/**
 * Returns a sentence about the plan that does not come back when an account is enabled again; empty where nothing is
 * missing.
 */
async function describeMissingPlan(
  tx: Tx,
  { userId, disabledAt }: { userId: string; disabledAt: Date },
): Promise<string> {
  const last = await tx.subscription.findFirst({
    where: { userId, cancelledAt: { gte: disabledAt } },
    include: { plan: true },
    orderBy: { createdAt: 'desc' },
  });
  if (!last) return '';
  if (last.status === 'cancelled' && last.currentPeriodEnd)
    return `${last.plan.name} does not renew: it ends on ${toDay(last.currentPeriodEnd)}, unless its owner resumes it before.`;
  if (last.status !== 'expired') return '';
  return `${last.plan.name} is over and does not come back: its owner has to subscribe again.`;
}
