import { AppError, plans } from '@picksync/contracts';
import type { Plan, Tx } from '@picksync/db';
import { toCents } from '../../base/amounts.ts';
import type { Context } from '../../base/context.ts';
import { lockUser } from '../../base/entitlements.store.ts';
import { recordAudit } from '../../base/record-audit.ts';
import { getChargedReference } from '../../billing/subscriptions/align-charges.ts';
import { beginSubscription } from '../../billing/subscriptions/begin-subscription.ts';
import { changeSubscription } from '../../billing/subscriptions/change-subscription.ts';
import { nextPeriodEnd } from '../../billing/subscriptions/periods.ts';
import { beginScheduled, dropScheduled } from '../../billing/subscriptions/schedule-subscription.ts';
import {
  findCurrentSubscription,
  isDisabled,
  type SubscriptionWithPlan,
} from '../../billing/subscriptions/subscriptions.store.ts';

export type GivePlan = {
  adminId: string;
  network: string;
  userEmail: string;
  planId: number;
  /** The id of a payment that arrived by another way; we make one up when it is missing. */
  customPaymentId?: string | undefined;
  reason?: string | undefined;
};

/**
 * Gives a user a plan for a month without charging anything. Their present plan ends and is not charged any more;
 * giving the free plan only ends it. Throws `validation_failed` for an address that nobody has, a disabled account, a plan
 * that does not exist and a payment id that is taken.
 */
export async function givePlan(context: Context, give: GivePlan): Promise<{ message: string }> {
  return context.db.$transaction(async (tx) => {
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
    const { adminId, network, reason } = give;
    const details = { name: plan.name, ...(reason !== undefined && { reason }) };
    await recordAudit(tx, {
      userId: user.id,
      actorId: adminId,
      action: 'plan_given',
      network,
      details,
      at: now,
    });
    return { message: `${plan.name} is active for ${give.userEmail}.` };
  });
}

type Given = { userId: string; plan: Plan; current: SubscriptionWithPlan | null; now: Date; give: GivePlan };

async function begin(context: Context, tx: Tx, { userId, plan, current, now, give }: Given): Promise<void> {
  const reference = give.customPaymentId ?? `manual_${context.newId()}`;
  if (await isTaken(tx, reference)) throw invalid({ customPaymentId: 'This payment has been used already' });
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
    end: nextPeriodEnd(now, now),
    current,
    checkoutId: null,
    now,
  });
}

function isTaken(tx: Tx, reference: string): Promise<boolean> {
  const where = { paymentProvider: 'manual', paymentProviderSubscriptionId: reference } as const;
  return tx.subscription.count({ where }).then((count) => count > 0);
}

async function endCurrent(
  context: Context,
  tx: Tx,
  { current, now }: { current: SubscriptionWithPlan | null; now: Date },
): Promise<void> {
  if (!current) return;
  await changeSubscription(context, tx, { subscription: current, fact: 'over', at: now });
  // A job ends what the provider would still charge.
  const charged = getChargedReference(current);
  if (charged) await context.queue.send(tx, 'refresh-subscription', charged);
}

function invalid(errors: Record<string, string>): AppError {
  return new AppError('validation_failed', { errors });
}
