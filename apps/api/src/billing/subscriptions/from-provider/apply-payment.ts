import type { Tx } from '@picksync/db';
import type { Context } from '../../../base/context.ts';
import { type CheckoutWithPlan, closeCheckout, mayStillBePaid } from '../../checkouts/checkouts.ts';
import { isHigher } from '../../checkouts/price-checkout.ts';
import { hasRedemption, holdCoupon } from '../../coupons/coupons.store.ts';
import { activate } from '../begin-subscription.ts';
import { findCredited, getKeptCredit } from '../money/kept-credit.ts';
import {
  findUnnamed,
  isRecorded,
  nameUnlisted,
  type PaidCase,
  type PaymentCase,
  recordPaid,
  recordUnpaid,
} from '../money/record-payment.ts';
import { findPayments, findTransaction, scheduleRefund } from '../money/transactions.ts';
import {
  findCurrentSubscription,
  findScheduled,
  isDisabled,
  type SubscriptionWithPlan,
  withPaidAhead,
} from '../subscriptions.store.ts';
import { getCredit, getCreditToward } from '../unused-credit.ts';
import { extendSubscription, getPeriodEnd, payBookedPlan, renewSubscription } from './extend-subscription.ts';

/**
 * Applies one payment of a checkout that agrees with it: the first begins or extends a subscription, PayPal's later
 * ones renew it, and a payment that buys nothing is refunded. Returns the number of changes: 0 for a payment that was
 * applied before.
 */
export async function applyPayment(context: Context, tx: Tx, paid: PaymentCase): Promise<number> {
  const { provider, payment, checkout, state } = paid;
  const row = payment.id === null ? null : await findTransaction(tx, { provider, id: payment.id });
  const unnamed = row ? null : await findUnnamed(tx, { provider, reference: state.reference, payment });
  const { subscriptionId } = checkout;
  if (payment.status !== 'paid') return unnamed ? 0 : recordUnpaid(tx, { ...paid, row, subscriptionId });
  if (row && isRecorded(row)) return 0;
  if (unnamed) {
    await nameUnlisted(tx, { row: unnamed, payment });
    return 1;
  }
  const isOurs = checkout.providerReference === state.reference;
  if (isOurs && !subscriptionId) {
    await applyFirst(context, tx, { ...paid, row });
    return 1;
  }
  const isRenewed =
    isOurs &&
    subscriptionId &&
    provider === 'paypal' &&
    !(await isDisabled(tx, checkout.userId)) &&
    (await renewSubscription(context, tx, { ...paid, row, subscriptionId }));
  if (!isRenewed) await refundUnwanted(context, tx, { ...paid, row });
  return 1;
}

async function applyFirst(context: Context, tx: Tx, paid: PaidCase): Promise<void> {
  const { checkout, now, payment } = paid;
  const current = await findCurrentSubscription(tx, checkout.userId);
  const next = await findScheduled(tx, checkout.userId);
  if (checkout.kind === 'renewal' && next && next.id === checkout.replacesId) {
    if (!(await isAcceptable(tx, paid))) return refundUnwanted(context, tx, paid);
    await payBookedPlan(context, tx, { ...paid, next });
    return markCheckoutPaidInMemory(checkout, next.id);
  }
  if (!(await isStillWanted(tx, { ...paid, current }))) return refundUnwanted(context, tx, paid);
  const start = payment.at ?? now;
  if (checkout.kind === 'renewal' && current && current.id === checkout.replacesId) {
    const id = await extendSubscription(context, tx, { ...paid, current });
    return markCheckoutPaidInMemory(checkout, id);
  }
  if (current) await refundRest(context, tx, { current, checkout, at: start });
  const end = getPeriodEnd(start, start, paid);
  const reference = paid.state.reference;
  const { id } = await activate(context, tx, { checkout, current, reference, start, end, now });
  const bought = { subscriptionId: id, period: { start, end }, plan: checkout.plan, hasDiscount: true };
  await recordPaid(context, tx, { ...paid, ...bought });
  markCheckoutPaidInMemory(checkout, id);
}

/** Updates the checkout in memory for the rest of this step. */
export function markCheckoutPaidInMemory(checkout: CheckoutWithPlan, subscriptionId: string): void {
  Object.assign(checkout, { subscriptionId, status: 'paid' });
}

/**
 * Returns whether a payment is still wanted: it is acceptable, no plan that is as good has begun meanwhile, and the credit is
 * not spent.
 */
async function isStillWanted(
  tx: Tx,
  { current, ...paid }: PaidCase & { current: SubscriptionWithPlan | null },
): Promise<boolean> {
  const { checkout } = paid;
  const isExpected = !current || current.id === checkout.replacesId;
  if (!isExpected && !isHigher(checkout.plan, current.plan)) return false;
  return (await hasCredit(tx, checkout)) && isAcceptable(tx, paid);
}

/** Returns whether the account is not disabled, and the coupon of a checkout that was closed is still available. */
export async function isAcceptable(
  tx: Tx,
  { checkout, now }: Pick<PaidCase, 'checkout' | 'now'>,
): Promise<boolean> {
  const { id: checkoutId, status, couponId, userId, discountCents } = checkout;
  if (status === 'failed' || (await isDisabled(tx, userId))) return false;
  if (!couponId || (await hasRedemption(tx, checkoutId))) return true;
  return holdCoupon(tx, { couponId, userId, checkoutId, discountCents, at: now });
}

/**
 * Returns whether the credit of a checkout was neither spent on another plan since, nor lost with the payment behind
 * it.
 */
async function hasCredit(tx: Tx, checkout: CheckoutWithPlan): Promise<boolean> {
  const { kind, creditCents, replacesId, createdAt } = checkout;
  if (creditCents === 0) return true;
  const credited = await findCredited(tx, checkout);
  if (!credited) return false;
  const bought = replacesId === null || kind === 'renewal' ? null : await withPaidAhead(tx, credited);
  const unused = bought ? getCredit(bought, createdAt) : 0;
  return unused + getKeptCredit(credited) >= creditCents;
}

/** Records a payment that buys nothing, to be refunded by a job. */
async function refundUnwanted(context: Context, tx: Tx, paid: PaidCase): Promise<void> {
  const { checkout, payment, now } = paid;
  const nothing = { subscriptionId: null, period: null, plan: checkout.plan, hasDiscount: false };
  const refundDueCents = payment.amountCents;
  const { id } = await recordPaid(context, tx, { ...paid, ...nothing, refundDueCents });
  await context.sendMailLater(tx, { mail: 'unused_payment_refunded', transactionId: id, key: id });
  if (!mayStillBePaid(checkout) || checkout.providerReference !== paid.state.reference) return;
  await closeCheckout(context, tx, { checkout, status: 'cancelled', at: now });
  checkout.status = 'cancelled';
}

/**
 * Refunds the unused part of a subscription that the new checkout did not credit, so that nobody pays twice for the
 * same days.
 */
async function refundRest(
  context: Context,
  tx: Tx,
  { current, checkout, at }: { current: SubscriptionWithPlan; checkout: CheckoutWithPlan; at: Date },
): Promise<void> {
  const isCredited = current.id === checkout.replacesId;
  const spent = isCredited ? Math.max(0, checkout.creditCents - getKeptCredit(current)) : 0;
  let owed = getCreditToward(checkout.planId, await withPaidAhead(tx, current), at) - spent;
  for (const payment of await findPayments(tx, current.id)) {
    if (owed <= 0) return;
    if (payment.nextBillingDate && payment.nextBillingDate > at) {
      owed -= await scheduleRefund(context, tx, { payment, cents: owed });
    }
  }
}
