import type { Subscription, Tx } from '@picksync/db';
import type { Context } from '../../../base/context.ts';
import type { PaymentProviderName, ProviderTruth } from '../../../base/payments/payment-provider.ts';
import {
  type CheckoutWithPlan,
  endCheckout,
  findCheckout,
  updateCheckout,
} from '../../checkouts/checkouts.store.ts';
import { closeCheckout } from '../../checkouts/close-checkout.ts';
import { releaseCoupon } from '../../coupons/coupons.store.ts';
import { changeSubscription } from '../change-subscription.ts';
import { recordUnmatched } from '../ledger/record-payment.ts';
import { dropScheduled } from '../schedule-subscription.ts';
import {
  endedAtProvider,
  findCurrentSubscription,
  findSubscription,
  isEndedAtProvider,
  updateSubscription,
  writeBillingStatus,
} from '../subscriptions.store.ts';
import { applyPayment } from './apply-payment.ts';
import { applyRefunds } from './apply-refunds.ts';
import { bookApproved } from './book-approved.ts';
import { correctPeriod } from './correct-period.ts';
import { findMismatch } from './mismatch.ts';
import { findUnlistedPayment, lookAgainLater } from './unlisted-payment.ts';

export type Report = { provider: PaymentProviderName; truth: ProviderTruth; checkoutId: string; now: Date };

export type Applied = {
  /** `refused`: what the provider says does not agree with the checkout. */
  outcome: 'applied' | 'nothing' | 'refused';
  /** One sentence for administrators, without payer data. */
  detail: string;
};

/**
 * Brings our books in step with what a provider says about a checkout: payments, refunds, the subscription. It may run
 * in any order and any number of times; what is recorded already stays. Call it under `lockUser`.
 */
export async function applyTruth(context: Context, tx: Tx, report: Report): Promise<Applied> {
  const { truth, now } = report;
  const checkout = await findCheckout(tx, report.checkoutId);
  if (!checkout) return { outcome: 'refused', detail: 'There is no such checkout.' };
  if (checkout.providerReference === null) {
    await updateCheckout(tx, checkout.id, { providerReference: truth.reference });
    checkout.providerReference = truth.reference;
  }
  const mismatch = findMismatch(checkout, truth);
  if (mismatch) return recordMismatch(context, tx, { ...report, checkout, mismatch });
  let changes = await bookApproved(context, tx, { checkout, truth, now });
  changes += await noteApproval(context, tx, { ...report, checkout });
  // A period that was recorded too short comes first: the next one begins at its end.
  changes += await correctEnd(context, tx, { ...report, checkout });
  for (const payment of truth.payments.filter(({ kind }) => kind === 'payment')) {
    changes += await applyPayment(context, tx, { ...report, checkout, payment });
  }
  changes += await applyUnlisted(context, tx, { ...report, checkout });
  changes += await applyRefunds(context, tx, { ...report, checkout });
  changes += await correctEnd(context, tx, { ...report, checkout });
  changes += await followStatus(context, tx, { ...report, checkout });
  if (changes === 0) return { outcome: 'nothing', detail: 'Everything was known already.' };
  return { outcome: 'applied', detail: `It is ${truth.rawStatus} at the provider.` };
}

type Case = Report & { checkout: CheckoutWithPlan };

/** Records the payments without a plan, and tells the payer. */
async function recordMismatch(
  context: Context,
  tx: Tx,
  { mismatch, ...report }: Case & { mismatch: string },
): Promise<Applied> {
  const { checkout, now } = report;
  // A reference that belongs to another checkout says nothing about this one.
  if (report.truth.checkoutId === null || report.truth.checkoutId === checkout.id) {
    await recordUnmatched(context, tx, report);
    await applyRefunds(context, tx, report);
    if (checkout.status !== 'paid' && checkout.status !== 'failed') {
      await endCheckout(tx, { id: checkout.id, status: 'failed', at: now });
      await updateCheckout(tx, checkout.id, { status: 'failed', failure: mismatch });
      await releaseCoupon(tx, checkout.id);
      await writeBillingStatus(tx, { userId: checkout.userId, now });
    }
  }
  return { outcome: 'refused', detail: mismatch };
}

/** Applies the payment that the provider does not list yet. */
async function applyUnlisted(context: Context, tx: Tx, report: Case): Promise<number> {
  const payment = await findUnlistedPayment(tx, report);
  return payment ? applyPayment(context, tx, { ...report, payment }) : 0;
}

/** Records that the payer has approved. If no payment is listed yet, schedules further checks. */
async function noteApproval(
  context: Context,
  tx: Tx,
  { checkout, truth, now, provider }: Case,
): Promise<number> {
  const hasAgreed = truth.status === 'approved' || truth.status === 'active';
  if (!hasAgreed || checkout.status !== 'open' || checkout.approvedAt) return 0;
  await updateCheckout(tx, checkout.id, { approvedAt: now });
  checkout.approvedAt = now;
  if (truth.payments.length === 0) {
    await lookAgainLater(context, tx, { provider, reference: truth.reference, at: now });
  }
  await writeBillingStatus(tx, { userId: checkout.userId, now });
  return 1;
}

/** Corrects the end of the current period. Only PayPal reports a next charge. */
async function correctEnd(
  context: Context,
  tx: Tx,
  { checkout, truth, now: at, provider }: Case,
): Promise<number> {
  const { userId, subscriptionId, providerReference } = checkout;
  if (provider !== 'paypal' || !subscriptionId || providerReference !== truth.reference) return 0;
  return correctPeriod(context, tx, { userId, subscriptionId, truth, at });
}

/** Applies the provider's status where no payment decides. */
async function followStatus(
  context: Context,
  tx: Tx,
  { checkout, truth, now, provider }: Case,
): Promise<number> {
  const isOver = truth.status === 'lapsed' || truth.status === 'cancelled' || truth.status === 'expired';
  if (checkout.status === 'open') {
    const isUnpaidTooLong = truth.status === 'waiting' && checkout.expiresAt <= now;
    const hasExpired = isUnpaidTooLong || truth.rawStatus.toLowerCase() === 'expired';
    if (!isOver && !isUnpaidTooLong) return 0;
    await closeCheckout(context, tx, { checkout, status: hasExpired ? 'expired' : 'cancelled', at: now });
    return 1;
  }
  // A link is finished once it is paid; only PayPal's subscriptions go on.
  if (provider !== 'paypal' || !checkout.subscriptionId) return 0;
  const subscription = await findSubscription(tx, { id: checkout.subscriptionId, userId: checkout.userId });
  // Nor does it count if another provider charges for the plan now.
  if (subscription?.paymentProviderSubscriptionId !== truth.reference) return 0;
  if (isOver) return endAsProvider(context, tx, { subscription, now });
  const { status, currentPeriodEnd } = subscription;
  const change = { subscription, at: now };
  const isUnpaid = currentPeriodEnd !== null && currentPeriodEnd <= now && isPaymentMissing(truth);
  if (!isUnpaid || status !== 'active') return 0;
  const data = { pastDueSince: currentPeriodEnd };
  return (await changeSubscription(context, tx, { ...change, fact: 'payment_missing', data })) ? 1 : 0;
}

/**
 * Follows a subscription that its provider, or its payer there, has ended for good. When the booked plan was ended, the
 * one before ends with its period: cancelling the cheaper plan must not put the user back on the more expensive one.
 */
async function endAsProvider(
  context: Context,
  tx: Tx,
  { subscription, now }: { subscription: Subscription; now: Date },
): Promise<number> {
  const { userId, status } = subscription;
  if (status === 'active' || status === 'past_due') {
    const data = { metadata: endedAtProvider(subscription) };
    const change = { subscription, fact: 'cancelled' as const, at: now, data };
    return (await changeSubscription(context, tx, change)) ? 1 : 0;
  }
  if (status === 'cancelled' && !isEndedAtProvider(subscription)) {
    await updateSubscription(tx, subscription, { metadata: endedAtProvider(subscription) });
    return 1;
  }
  if (status !== 'scheduled') return 0;
  await dropScheduled(context, tx, { userId, at: now });
  const current = await findCurrentSubscription(tx, userId);
  if (current?.status === 'active')
    await changeSubscription(context, tx, { subscription: current, fact: 'cancelled', at: now });
  return 1;
}

function isPaymentMissing({ status, payments }: ProviderTruth): boolean {
  const last = payments.findLast(({ kind }) => kind === 'payment');
  return status === 'suspended' || last?.status === 'failed';
}
