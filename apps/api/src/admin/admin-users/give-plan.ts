import { AppError, type endpoints, type Parsed, plans } from '@picksync/contracts';
import { isUniqueViolation, type Plan, type Tx, transact } from '@picksync/db';
import { toCents } from '../../base/amounts.ts';
import type { Context } from '../../base/context.ts';
import { lockUser } from '../../base/lock-user.ts';
import { getChargedReference } from '../../billing/subscriptions/align-charges.ts';
import {
  beginScheduled,
  beginSubscription,
  dropScheduled,
} from '../../billing/subscriptions/begin-subscription.ts';
import { changeSubscription } from '../../billing/subscriptions/change-subscription.ts';
import { getNextPeriodEnd } from '../../billing/subscriptions/periods.ts';
import {
  findCurrentSubscription,
  isDisabled,
  type SubscriptionWithPlan,
} from '../../billing/subscriptions/subscriptions.store.ts';
import { type Admin, recordAdminAction } from '../record-admin-action.ts';

type GivePlan = Parsed<typeof endpoints.admin.activateSubscription>['body'];

/**
 * Gives a user a plan for a month without charging anything. Their present plan ends and is not charged any more;
 * giving the free plan only ends it. Throws `validation_failed` for an address that nobody has, a disabled account, a plan
 * that does not exist and a payment id that is taken.
 */
export async function givePlan(context: Context, by: Admin, give: GivePlan): Promise<{ message: string }> {
  try {
    return await giveOnce(context, by, give);
  } catch (error) {
    // Another administrator has entered the same payment for another user at the same moment.
    if (give.customPaymentId !== undefined && isUniqueViolation(error)) throw takenPayment();
    throw error;
  }
}

function giveOnce(context: Context, by: Admin, give: GivePlan): Promise<{ message: string }> {
  return transact(context.db, async (tx) => {
    const user = await tx.user.findUnique({ where: { email: give.userEmail }, select: { id: true } });
    if (!user) throw invalid({ userEmail: 'No user has this email address' });
    await lockUser(tx, user.id);
    if (give.planId !== plans.free.id && (await isDisabled(tx, user.id)))
      throw invalid({ userEmail: 'This account is disabled: enable it first' });
    const plan = await tx.plan.findUnique({ where: { id: give.planId } });
    if (!plan) throw invalid({ planId: 'Please select a subscription plan' });
    const now = context.now();
    await beginScheduled(context, tx, { userId: user.id, now });
    if (plan.tier === 'free') await dropScheduled(context, tx, { userId: user.id, at: now });
    const current = await findCurrentSubscription(tx, user.id);
    if (plan.tier === 'free') await endCurrent(context, tx, { current, now });
    else await begin(context, tx, { userId: user.id, plan, current, now, give });
    const { name } = plan;
    await recordAdminAction(context, tx, {
      by,
      userId: user.id,
      action: 'plan_given',
      name,
      reason: give.reason,
    });
    return { message: `${name} is active for ${give.userEmail}.` };
  });
}

type Given = { userId: string; plan: Plan; current: SubscriptionWithPlan | null; now: Date; give: GivePlan };

async function begin(context: Context, tx: Tx, { userId, plan, current, now, give }: Given): Promise<void> {
  // The id of a payment that arrived by another way, if there is one.
  const reference = give.customPaymentId ?? `manual_${context.newId()}`;
  const taken = { paymentProvider: 'manual', paymentProviderSubscriptionId: reference } as const;
  if ((await tx.subscription.count({ where: taken })) > 0) throw takenPayment();
  await beginSubscription(context, tx, {
    userId,
    planId: plan.id,
    couponId: null,
    provider: 'manual',
    reference,
    priceCents: toCents(plan.price),
    currency: plan.currency,
    valueCents: 0,
    start: now,
    end: getNextPeriodEnd(now, now),
    current,
    checkoutId: null,
    now,
  });
}

async function endCurrent(
  context: Context,
  tx: Tx,
  { current, now }: { current: SubscriptionWithPlan | null; now: Date },
): Promise<void> {
  if (!current) return;
  await changeSubscription(context, tx, { subscription: current, cause: 'over', at: now });
  // A job ends what the provider would still charge.
  const charged = getChargedReference(current);
  if (charged) await context.queue.send(tx, 'refresh-subscription', charged);
}

function takenPayment(): AppError {
  return invalid({ customPaymentId: 'This payment has been used already' });
}

function invalid(errors: Record<string, string>): AppError {
  return new AppError('validation_failed', { errors });
}
