import type { Subscription, Tx } from '@picksync/db';
import type { Context } from '../../../base/context.ts';
import type { PaymentProviderName, ProviderState } from '../../../base/payments/payment-provider.ts';
import {
  type CheckoutWithPlan,
  closeCheckout,
  endCheckout,
  findCheckout,
  mayStillBePaid,
  updateCheckout,
} from '../../checkouts/checkouts.ts';
import { releaseCoupon } from '../../coupons/coupons.store.ts';
import { beginScheduled, book, dropScheduled } from '../begin-subscription.ts';
import { changeSubscription } from '../change-subscription.ts';
import { findUnlistedPayment, lookAgainLater, recordUnmatched } from '../money/record-payment.ts';
import {
  findCurrentSubscription,
  findSubscription,
  isEndedAtProvider,
  updateSubscription,
  withMetadata,
  writeBillingStatus,
} from '../subscriptions.store.ts';
import { applyPayment, isAcceptable, markCheckoutPaidInMemory } from './apply-payment.ts';
import { applyRefunds } from './apply-refunds.ts';
import { correctPeriod } from './extend-subscription.ts';
import { findPaymentMismatch } from './find-payment-mismatch.ts';

export type Report = { provider: PaymentProviderName; state: ProviderState; checkoutId: string; now: Date };

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
export async function applyProviderState(context: Context, tx: Tx, report: Report): Promise<Applied> {
  const { state } = report;
  const checkout = await findCheckout(tx, report.checkoutId);
  if (!checkout) return { outcome: 'refused', detail: 'There is no such checkout.' };
  if (checkout.providerReference === null) {
    await updateCheckout(tx, checkout.id, { providerReference: state.reference });
    checkout.providerReference = state.reference;
  }
  const mismatch = findPaymentMismatch(checkout, state);
  if (mismatch) return recordMismatch(context, tx, { ...report, checkout }, mismatch);
  const about = { ...report, checkout };
  let changes = await bookApproved(context, tx, about);
  changes += await noteApproval(context, tx, about);
  // A period that was recorded too short comes first: the next one begins at its end.
  changes += await correctEnd(context, tx, about);
  for (const payment of state.payments.filter(({ kind }) => kind === 'payment')) {
    changes += await applyPayment(context, tx, { ...about, payment });
  }
  changes += await applyUnlisted(context, tx, about);
  changes += await applyRefunds(context, tx, about);
  changes += await correctEnd(context, tx, about);
  changes += await followStatus(context, tx, about);
  if (changes === 0) return { outcome: 'nothing', detail: 'Everything was known already.' };
  return { outcome: 'applied', detail: `It is ${state.rawStatus} at the provider.` };
}

type Case = Report & { checkout: CheckoutWithPlan };

/** Records the payments without a plan, and tells the payer. */
async function recordMismatch(context: Context, tx: Tx, report: Case, mismatch: string): Promise<Applied> {
  const { checkout, now } = report;
  // A reference that belongs to another checkout says nothing about this one.
  if (report.state.checkoutId === null || report.state.checkoutId === checkout.id) {
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

/** How long after its start PayPal may take to charge for a plan that begins on a later day. */
const firstChargeTakesMs = 24 * 60 * 60_000;

/**
 * Books the plan of a checkout that begins on a later day, once its payer has approved. No money moves before that day. A
 * checkout that no longer fits is closed, and a job ends it at the provider. Returns the number of changes.
 */
async function bookApproved(context: Context, tx: Tx, { checkout, state, now }: Case): Promise<number> {
  const { startsAt, kind, subscriptionId } = checkout;
  if (!startsAt || kind === 'renewal' || subscriptionId || !hasAgreed(state)) return 0;
  if (!mayStillBePaid(checkout)) return 0;
  if (!(await stillFits(tx, { checkout, startsAt, now }))) {
    // A payment made already is handled like any other.
    if (state.payments.length > 0) return 0;
    await closeCheckout(context, tx, { checkout, status: 'cancelled', at: now });
    checkout.status = 'cancelled';
    return 1;
  }
  const end = new Date(startsAt.getTime() + firstChargeTakesMs);
  const booking = { checkout, reference: state.reference, start: startsAt, end, isPaid: false, now };
  const { id } = await book(context, tx, booking);
  markCheckoutPaidInMemory(checkout, id);
  await beginScheduled(context, tx, { userId: checkout.userId, now });
  return 1;
}

/**
 * Returns whether a checkout still fits: the period before it ends on the same day as it did, or there is still no plan
 * before it; its coupon is still available, and its account is not disabled.
 */
async function stillFits(
  tx: Tx,
  { checkout, startsAt, now }: { checkout: CheckoutWithPlan; startsAt: Date; now: Date },
): Promise<boolean> {
  const current = await findCurrentSubscription(tx, checkout.userId);
  if ((current?.id ?? null) !== checkout.replacesId) return false;
  if (current && current.currentPeriodEnd?.getTime() !== startsAt.getTime()) return false;
  return isAcceptable(tx, { checkout, now });
}

function hasAgreed({ status }: ProviderState): boolean {
  return status === 'approved' || status === 'active';
}

/** Records that the payer has approved. If no payment is listed yet, schedules further checks. */
async function noteApproval(context: Context, tx: Tx, report: Case): Promise<number> {
  const { checkout, state, now, provider } = report;
  if (!hasAgreed(state) || !mayStillBePaid(checkout) || checkout.approvedAt) return 0;
  await updateCheckout(tx, checkout.id, { approvedAt: now });
  checkout.approvedAt = now;
  if (state.payments.length === 0) {
    await lookAgainLater(context, tx, { provider, reference: state.reference, at: now });
  }
  await writeBillingStatus(tx, { userId: checkout.userId, now });
  return 1;
}

/** Corrects the end of the current period. Only PayPal reports a next charge. */
async function correctEnd(context: Context, tx: Tx, report: Case): Promise<number> {
  const { checkout, state, now: at, provider } = report;
  const { userId, subscriptionId, providerReference } = checkout;
  if (provider !== 'paypal' || !subscriptionId || providerReference !== state.reference) return 0;
  return correctPeriod(context, tx, { userId, subscriptionId, state, at });
}

/** Applies the provider's status where no payment decides. */
async function followStatus(context: Context, tx: Tx, report: Case): Promise<number> {
  const { checkout, state, now, provider } = report;
  const isOver = state.status === 'lapsed' || state.status === 'cancelled' || state.status === 'expired';
  // One that was agreed to after it had expired is over once the provider has ended it.
  if (checkout.status === 'expired' && checkout.approvedAt && isOver) {
    await closeCheckout(context, tx, { checkout, status: 'cancelled', at: now });
    return 1;
  }
  if (checkout.status === 'open') {
    const isUnpaidTooLong = state.status === 'waiting' && checkout.expiresAt <= now;
    const hasExpired = isUnpaidTooLong || state.rawStatus.toLowerCase() === 'expired';
    if (!isOver && !isUnpaidTooLong) return 0;
    await closeCheckout(context, tx, { checkout, status: hasExpired ? 'expired' : 'cancelled', at: now });
    return 1;
  }
  // A link is finished once it is paid; only PayPal's subscriptions go on.
  if (provider !== 'paypal' || !checkout.subscriptionId) return 0;
  const subscription = await findSubscription(tx, { id: checkout.subscriptionId, userId: checkout.userId });
  // Nor does it count if another provider charges for the plan now.
  if (subscription?.paymentProviderSubscriptionId !== state.reference) return 0;
  if (isOver) return endAsProvider(context, tx, { subscription, now });
  const { status, currentPeriodEnd: end } = subscription;
  if (status !== 'active' || end === null || end > now || !isPaymentMissing(state)) return 0;
  const data = { pastDueSince: end };
  const change = { subscription, cause: 'payment_missing' as const, at: now, data };
  return (await changeSubscription(context, tx, change)) ? 1 : 0;
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
  const data = { metadata: withMetadata(subscription, { endedAtProvider: true }) };
  if (status === 'active' || status === 'past_due') {
    const change = { subscription, cause: 'cancelled' as const, at: now, data };
    return (await changeSubscription(context, tx, change)) ? 1 : 0;
  }
  if (status === 'cancelled' && !isEndedAtProvider(subscription)) {
    await updateSubscription(tx, subscription, data);
    return 1;
  }
  if (status !== 'scheduled') return 0;
  await dropScheduled(context, tx, { userId, at: now });
  const current = await findCurrentSubscription(tx, userId);
  if (current?.status === 'active')
    await changeSubscription(context, tx, { subscription: current, cause: 'cancelled', at: now });
  return 1;
}

function isPaymentMissing({ status, payments }: ProviderState): boolean {
  const last = payments.findLast(({ kind }) => kind === 'payment');
  return status === 'suspended' || last?.status === 'failed';
}
