import type { Tx } from '@picksync/db';
import type { Context } from '../../base/context.ts';
import { isPaymentProvider } from '../../base/payments/payment-provider.ts';
import { findOpenCheckout } from '../../billing/checkouts/checkouts.store.ts';
import { closeCheckout } from '../../billing/checkouts/close-checkout.ts';
import { endWithPeriod } from '../../billing/subscriptions/cancel-subscription.ts';
import { toDay } from '../../billing/subscriptions/periods.ts';
import { beginScheduled, dropScheduled } from '../../billing/subscriptions/schedule-subscription.ts';
import {
  findCurrentSubscription,
  type SubscriptionWithPlan,
} from '../../billing/subscriptions/subscriptions.store.ts';

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
export async function stopPayments(
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
export async function describeMissingPlan(
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
