import type { Tx } from '@picksync/db';
import {
  type CheckoutWithPlan,
  endCheckout,
  findCheckout,
  updateCheckout,
} from '../checkouts/checkouts.store.ts';
import { closeCheckout } from '../checkouts/close-checkout.ts';
import { giveBackCoupon } from '../coupons/coupons.store.ts';
import type { PaymentProviderName, ProviderTruth } from '../payments/payment-provider.ts';
import { type ApplyDeps, applyPayment } from './apply-payment.ts';
import { applyRefunds } from './apply-refunds.ts';
import { changeSubscription } from './change-subscription.ts';
import { mismatchOf } from './mismatch.ts';
import { recordUnmatched } from './record-payment.ts';
import { findSubscription, writeStanding } from './subscriptions.store.ts';

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
export async function applyTruth(tx: Tx, report: Report, deps: ApplyDeps): Promise<Applied> {
  const { truth, now } = report;
  const checkout = await findCheckout(tx, report.checkoutId);
  if (!checkout) return { outcome: 'refused', detail: 'There is no such checkout.' };
  if (checkout.providerReference === null) {
    await updateCheckout(tx, checkout.id, { providerReference: truth.reference });
    checkout.providerReference = truth.reference;
  }
  const mismatch = mismatchOf(checkout, truth);
  if (mismatch) return refuse(tx, { ...report, checkout, mismatch }, deps);
  let changes = await noteApproval(tx, { checkout, truth, now });
  for (const payment of truth.payments.filter(({ kind }) => kind === 'payment')) {
    changes += await applyPayment(tx, { ...report, checkout, payment }, deps);
  }
  changes += await applyRefunds(tx, { ...report, checkout }, deps);
  changes += await followStatus(tx, { ...report, checkout }, deps);
  if (changes === 0) return { outcome: 'nothing', detail: 'Everything was known already.' };
  return { outcome: 'applied', detail: `It is ${truth.rawStatus} at the provider.` };
}

type Case = Report & { checkout: CheckoutWithPlan };

/** Records the payments without a plan, and tells the payer. */
async function refuse(
  tx: Tx,
  { mismatch, ...report }: Case & { mismatch: string },
  deps: ApplyDeps,
): Promise<Applied> {
  const { checkout, now } = report;
  // A reference that belongs to another checkout says nothing about this one.
  if (report.truth.checkoutId === null || report.truth.checkoutId === checkout.id) {
    await recordUnmatched(tx, report, deps);
    await applyRefunds(tx, report, deps);
    if (checkout.status !== 'paid' && checkout.status !== 'failed') {
      await endCheckout(tx, { id: checkout.id, status: 'failed', at: now });
      await updateCheckout(tx, checkout.id, { status: 'failed', failure: mismatch });
      await giveBackCoupon(tx, checkout.id);
      await writeStanding(tx, { userId: checkout.userId, now });
    }
  }
  return { outcome: 'refused', detail: mismatch };
}

async function noteApproval(
  tx: Tx,
  { checkout, truth, now }: Pick<Case, 'checkout' | 'truth' | 'now'>,
): Promise<number> {
  const hasAgreed = truth.status === 'approved' || truth.status === 'active';
  if (!hasAgreed || checkout.status !== 'open' || checkout.approvedAt) return 0;
  await updateCheckout(tx, checkout.id, { approvedAt: now });
  checkout.approvedAt = now;
  await writeStanding(tx, { userId: checkout.userId, now });
  return 1;
}

/** Applies the provider's status where no payment decides. */
async function followStatus(
  tx: Tx,
  { checkout, truth, now, provider }: Case,
  deps: ApplyDeps,
): Promise<number> {
  const isOver = truth.status === 'lapsed' || truth.status === 'cancelled' || truth.status === 'expired';
  if (checkout.status === 'open') {
    const isUnpaidTooLong = truth.status === 'waiting' && checkout.expiresAt <= now;
    const hasExpired = isUnpaidTooLong || truth.rawStatus.toLowerCase() === 'expired';
    if (!isOver && !isUnpaidTooLong) return 0;
    await closeCheckout(tx, { checkout, status: hasExpired ? 'expired' : 'cancelled', at: now }, deps);
    return 1;
  }
  // A link is finished once it is paid; only PayPal's subscriptions go on.
  if (provider !== 'paypal' || !checkout.subscriptionId) return 0;
  const subscription = await findSubscription(tx, { id: checkout.subscriptionId, userId: checkout.userId });
  if (!subscription) return 0;
  const { status, currentPeriodEnd } = subscription;
  const change = { subscription, at: now };
  if (isOver && (status === 'active' || status === 'past_due')) {
    const data = { metadata: { endedAtProvider: true } };
    return (await changeSubscription(tx, { ...change, fact: 'cancelled', data }, deps)) ? 1 : 0;
  }
  const isUnpaid = currentPeriodEnd !== null && currentPeriodEnd <= now && isPaymentMissing(truth);
  if (!isUnpaid || status !== 'active') return 0;
  const data = { pastDueSince: currentPeriodEnd };
  return (await changeSubscription(tx, { ...change, fact: 'payment_missing', data }, deps)) ? 1 : 0;
}

function isPaymentMissing({ status, payments }: ProviderTruth): boolean {
  const last = payments.findLast(({ kind }) => kind === 'payment');
  return status === 'suspended' || last?.status === 'failed';
}
