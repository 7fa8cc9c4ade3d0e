import type { Tx } from '@picksync/db';
import type { CheckoutWithPlan } from '../checkouts/checkouts.store.ts';
import { closeCheckout } from '../checkouts/close-checkout.ts';
import { isHigher } from '../checkouts/price-checkout.ts';
import { hasRedemption, holdCoupon } from '../coupons/coupons.store.ts';
import { type ActivateDeps, activate } from './activate.ts';
import { extendSubscription, payAhead, periodAfter, renewSubscription } from './extend-subscription.ts';
import { giveBackOf } from './give-back.ts';
import { findEndedWithCredit, keptCredit } from './kept-credit.ts';
import { creditOf, creditToward } from './periods.ts';
import { isSettled, type PaymentCase, type RecordDeps, recordPaid, recordUnpaid } from './record-payment.ts';
import {
  findCurrentSubscription,
  findScheduled,
  findSubscription,
  isDisabled,
  type SubscriptionWithPlan,
} from './subscriptions.store.ts';
import { findPaymentsOf, findTransaction } from './transactions.store.ts';
import { findUnnamed, nameUnlisted } from './unlisted-payment.ts';

export type ApplyDeps = ActivateDeps & RecordDeps;

/**
 * Applies one payment of a checkout that agrees with it: the first begins or extends a subscription, PayPal's later
 * ones renew it, and a payment that buys nothing is refunded. Returns the number of changes: 0 for a payment that was
 * applied before.
 */
export async function applyPayment(tx: Tx, paid: PaymentCase, deps: ApplyDeps): Promise<number> {
  const { provider, payment, checkout, truth } = paid;
  const row = payment.id === null ? null : await findTransaction(tx, { provider, id: payment.id });
  const unnamed = row ? null : await findUnnamed(tx, { provider, reference: truth.reference, payment });
  const { subscriptionId } = checkout;
  if (payment.status !== 'paid')
    return unnamed ? 0 : recordUnpaid(tx, { ...paid, row, subscriptionId }, deps);
  if (row && isSettled(row)) return 0;
  if (unnamed) {
    await nameUnlisted(tx, { row: unnamed, payment });
    return 1;
  }
  const isOurs = checkout.providerReference === truth.reference;
  if (isOurs && !subscriptionId) await applyFirst(tx, { ...paid, row }, deps);
  else if (isOurs && subscriptionId && provider === 'paypal') {
    const renewed =
      !(await isDisabled(tx, checkout.userId)) &&
      (await renewSubscription(tx, { ...paid, row, subscriptionId }, deps));
    if (!renewed) await giveBack(tx, { ...paid, row }, deps);
  } else await giveBack(tx, { ...paid, row }, deps);
  return 1;
}

type Row = Parameters<typeof recordPaid>[1]['row'];
type Paid = PaymentCase & { row: Row };

async function applyFirst(tx: Tx, paid: Paid, deps: ApplyDeps): Promise<void> {
  const { checkout, now, payment } = paid;
  const current = await findCurrentSubscription(tx, checkout.userId);
  const next = await findScheduled(tx, checkout.userId);
  if (checkout.kind === 'renewal' && next && next.id === checkout.replacesId) {
    if (!(await isAcceptable(tx, paid, deps))) return giveBack(tx, paid, deps);
    await payAhead(tx, { ...paid, next }, deps);
    return become(checkout, next.id);
  }
  if (!(await isStillWanted(tx, { ...paid, current }, deps))) return giveBack(tx, paid, deps);
  const start = payment.at ?? now;
  if (checkout.kind === 'renewal' && current && current.id === checkout.replacesId) {
    const id = await extendSubscription(tx, { ...paid, current }, deps);
    return become(checkout, id);
  }
  if (current) await giveBackRest(tx, { current, checkout, at: start }, deps);
  const end = periodAfter(start, start, paid);
  const reference = paid.truth.reference;
  const { id } = await activate(tx, { checkout, current, reference, start, end, now }, deps);
  const bought = {
    subscriptionId: id,
    period: { start, end },
    planName: checkout.plan.name,
    hasDiscount: true,
  };
  await recordPaid(tx, { ...paid, ...bought }, deps);
  become(checkout, id);
}

/** Updates the checkout in memory for the rest of this step. */
function become(checkout: CheckoutWithPlan, subscriptionId: string): void {
  Object.assign(checkout, { subscriptionId, status: 'paid' });
}

/**
 * Returns whether a payment is still wanted: it is acceptable, no plan that is as good has begun meanwhile, and the credit is
 * not spent.
 */
async function isStillWanted(
  tx: Tx,
  { current, ...paid }: Paid & { current: SubscriptionWithPlan | null },
  deps: Pick<ApplyDeps, 'newId'>,
): Promise<boolean> {
  const { checkout } = paid;
  const isExpected = !current || current.id === checkout.replacesId;
  if (!isExpected && !isHigher(checkout.plan, current.plan)) return false;
  return (await hasCredit(tx, checkout)) && isAcceptable(tx, paid, deps);
}

/** Returns whether the account is not disabled, and the coupon of a checkout that was closed is still available. */
async function isAcceptable(
  tx: Tx,
  { checkout, now }: Paid,
  { newId }: Pick<ApplyDeps, 'newId'>,
): Promise<boolean> {
  const { id: checkoutId, status, couponId, userId, discountCents } = checkout;
  if (status === 'failed' || (await isDisabled(tx, userId))) return false;
  if (!couponId || (await hasRedemption(tx, checkoutId))) return true;
  return holdCoupon(tx, { id: newId(), couponId, userId, checkoutId, discountCents, at: now });
}

/**
 * Returns whether the credit of a checkout was neither spent on another plan since, nor lost with the payment behind
 * it.
 */
async function hasCredit(
  tx: Tx,
  { creditCents, replacesId, userId, createdAt }: CheckoutWithPlan,
): Promise<boolean> {
  if (creditCents === 0) return true;
  const credited =
    replacesId === null
      ? await findEndedWithCredit(tx, userId)
      : await findSubscription(tx, { id: replacesId, userId });
  if (!credited || credited.replacedById !== null) return false;
  const unused = replacesId === null ? 0 : creditOf(credited, createdAt);
  return unused + keptCredit(credited) >= creditCents;
}

/** Records a payment that buys nothing, to be refunded by a job. */
async function giveBack(tx: Tx, paid: Paid, deps: ApplyDeps): Promise<void> {
  const { checkout, payment, now } = paid;
  const nothing = { subscriptionId: null, period: null, planName: checkout.plan.name, hasDiscount: false };
  const refundDueCents = payment.amountCents;
  const { id } = await recordPaid(tx, { ...paid, ...nothing, refundDueCents }, deps);
  await deps.sendMailLater(tx, { mail: 'payment_given_back', transactionId: id, key: id });
  if (checkout.status !== 'open' || checkout.providerReference !== paid.truth.reference) return;
  await closeCheckout(tx, { checkout, status: 'cancelled', at: now }, deps);
  checkout.status = 'cancelled';
}

/**
 * Refunds the unused part of a subscription that the new checkout did not credit, so that nobody pays twice for the
 * same days.
 */
async function giveBackRest(
  tx: Tx,
  { current, checkout, at }: { current: SubscriptionWithPlan; checkout: CheckoutWithPlan; at: Date },
  deps: Pick<ApplyDeps, 'queue' | 'sendMailLater'>,
): Promise<void> {
  const spent = Math.max(0, checkout.creditCents - keptCredit(current));
  let owed = creditToward(checkout.planId, current, at) - spent;
  for (const payment of await findPaymentsOf(tx, current.id)) {
    if (owed <= 0) return;
    if (payment.nextBillingDate && payment.nextBillingDate > at) {
      owed -= await giveBackOf(tx, { payment, cents: owed }, deps);
    }
  }
}
