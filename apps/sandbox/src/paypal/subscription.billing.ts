import type { SandboxDeps } from '../deps.ts';
import { addDays } from '../payments/billing-date.ts';
import type { Notice } from '../payments/delivery.model.ts';
import { getPaymentFaults, paidInstead } from '../payments/payment-faults.ts';
import { upperText } from '../payments/random-text.ts';
import { saleEvent, subscriptionEvent } from './paypal.events.ts';
import type { Payer, Sale, Subscription, SubscriptionStatus } from './paypal.model.ts';
import { getSubscription } from './paypal.store.ts';
import { type Charge, computeCharge } from './pricing.ts';
import { dueDate, findCycle } from './subscription.calendar.ts';
import { toAmount } from './wire.ts';

const retryAfterDays = 5;

/** Sets a status and returns the event that tells of it. */
export function changeStatus(
  deps: SandboxDeps,
  subscription: Subscription,
  { status, note = '' }: { status: 'ACTIVE' | 'SUSPENDED' | 'CANCELLED' | 'EXPIRED'; note?: string },
): Notice {
  setStatus(deps, subscription, status, note);
  if (status === 'CANCELLED' || status === 'EXPIRED') subscription.nextBillingAt = null;
  const type = status === 'ACTIVE' ? 'ACTIVATED' : status;
  return subscriptionEvent(deps, type, subscription);
}

function setStatus({ now }: SandboxDeps, subscription: Subscription, status: SubscriptionStatus, note = '') {
  const at = now().getTime();
  Object.assign(subscription, { status, statusNote: note, statusAt: at, updatedAt: at });
}

/** Records the payer's consent. What is to be paid at once is charged when the subscription becomes active. */
export function approveSubscription(deps: SandboxDeps, subscription: Subscription, payer: Payer): Notice[] {
  subscription.payer = payer;
  setStatus(deps, subscription, 'APPROVED');
  return subscription.isActivatedOnApproval ? activateApproved(deps, subscription) : [];
}

/** Starts an approved subscription: its set-up fee and its first period are charged now, the period unless it starts later. */
export function activateApproved(deps: SandboxDeps, subscription: Subscription): Notice[] {
  const at = deps.now().getTime();
  subscription.startAt = Math.max(subscription.startAt, at);
  subscription.calendarFrom = subscription.startAt;
  subscription.nextBillingAt = subscription.startAt;
  subscription.activatedAt = at;
  setStatus(deps, subscription, 'ACTIVE');
  const { setup_fee: setupFee } = subscription.preferences;
  const fee = setupFee ? toAmount(setupFee) : 0;
  const paid = fee > 0 ? [recordSale(deps, subscription, { amount: fee, tax: 0, shipping: 0 })] : [];
  const charged = subscription.startAt > at ? [] : chargeDuePeriod(deps, subscription);
  return [
    subscriptionEvent(deps, 'ACTIVATED', subscription),
    ...paid.map((sale) => saleEvent(deps, sale, subscription)),
    ...charged,
  ];
}

/** Charges the period that is due and moves on to the next one. A free period makes no sale. */
export function chargeDuePeriod(deps: SandboxDeps, subscription: Subscription): Notice[] {
  const cycle = findCycle(subscription.cycles, subscription.completedPeriods);
  if (!cycle) return [];
  const charge = computeCharge(subscription, cycle);
  const sale = charge.amount > 0 ? recordSale(deps, subscription, charge) : null;
  const told = sale ? [saleEvent(deps, sale, subscription)] : [];
  return [...told, ...completePeriod(deps, subscription)];
}

/** Moves on to the next period, once the present one is paid. */
function completePeriod(deps: SandboxDeps, subscription: Subscription): Notice[] {
  subscription.completedPeriods += 1;
  subscription.calendarPeriods += 1;
  subscription.failedPayments = 0;
  subscription.lastFailure = null;
  subscription.outstanding = 0;
  subscription.nextBillingAt = dueDate(subscription, subscription.calendarPeriods);
  subscription.updatedAt = deps.now().getTime();
  const hasEnded = findCycle(subscription.cycles, subscription.completedPeriods) === null;
  return hasEnded ? [changeStatus(deps, subscription, { status: 'EXPIRED' })] : [];
}

/** Charges what is outstanding of a period that failed, or a part of it. The period is over when nothing is left. */
export function captureOutstanding(
  deps: SandboxDeps,
  subscription: Subscription,
  amount: number,
): { sale: Sale; notices: Notice[] } {
  const sale = recordSale(deps, subscription, { amount, tax: 0, shipping: 0 });
  subscription.outstanding -= amount;
  subscription.updatedAt = deps.now().getTime();
  const completed = subscription.outstanding === 0 ? completePeriod(deps, subscription) : [];
  return { sale, notices: [saleEvent(deps, sale, subscription), ...completed] };
}

function recordSale(
  deps: SandboxDeps,
  { id, currency }: Subscription,
  { amount, tax, shipping }: Charge,
): Sale {
  const faults = getPaymentFaults(deps, 'paypal');
  const sale: Sale = {
    id: upperText(deps.random, 17),
    subscriptionId: id,
    ...paidInstead(faults, { amount, currency }),
    tax,
    shipping,
    state: faults.pendingPayments ? 'pending' : 'completed',
    at: deps.now().getTime(),
    refunds: [],
  };
  deps.state.payments.paypal.sales.push(sale);
  return sale;
}

/** Ends the wait for the payer's bank. The period stays paid, as PayPal does not say what becomes of it. */
export function settleSale(deps: SandboxDeps, sale: Sale, outcome: 'completed' | 'denied'): Notice {
  const subscription = getSubscription(deps, sale.subscriptionId);
  sale.state = outcome;
  subscription.updatedAt = deps.now().getTime();
  return saleEvent(deps, sale, subscription);
}

/** Lets the payment that is due fail. It stays due; too many failures in a row suspend the subscription. */
export function failDuePeriod(deps: SandboxDeps, subscription: Subscription): Notice[] {
  const cycle = findCycle(subscription.cycles, subscription.completedPeriods);
  if (!cycle) return [];
  const at = deps.now().getTime();
  const charge = computeCharge(subscription, cycle);
  const sale = recordSale(deps, subscription, charge);
  sale.state = 'denied';
  subscription.failedPayments += 1;
  subscription.lastFailure = { amount: charge.amount, at, retryAt: addDays(at, retryAfterDays) };
  subscription.outstanding = charge.amount;
  subscription.updatedAt = at;
  const failed = subscriptionEvent(deps, 'PAYMENT.FAILED', subscription);
  return isBeyondThreshold(subscription)
    ? [failed, changeStatus(deps, subscription, { status: 'SUSPENDED' })]
    : [failed];
}

/** Returns whether so many payments failed in a row that the subscription is suspended. */
export function isBeyondThreshold({ preferences, failedPayments }: Subscription): boolean {
  const { payment_failure_threshold: threshold } = preferences;
  return threshold > 0 && failedPayments >= threshold;
}

/** Lets its own calendar run to the next date on which it is charged. */
export function moveToDueDate({ now }: SandboxDeps, subscription: Subscription): void {
  const { nextBillingAt, aheadMs } = subscription;
  subscription.aheadMs = Math.max(aheadMs, (nextBillingAt ?? 0) - now().getTime());
}

/** Lets days pass on its own calendar, and charges every period that becomes due. The sales carry today's time. */
export function letDaysPass(deps: SandboxDeps, subscription: Subscription, days: number): Notice[] {
  subscription.aheadMs = addDays(subscription.aheadMs, days);
  const notices: Notice[] = [];
  while (subscription.status === 'ACTIVE' && isDue(deps, subscription))
    notices.push(...chargeDuePeriod(deps, subscription));
  return notices;
}

function isDue({ now }: SandboxDeps, { nextBillingAt, aheadMs }: Subscription): boolean {
  return nextBillingAt !== null && nextBillingAt <= now().getTime() + aheadMs;
}

/** Skips the dates that passed while it was suspended: nothing is charged for them. */
export function skipMissedPeriods(deps: SandboxDeps, subscription: Subscription): void {
  while (isDue(deps, subscription)) {
    subscription.calendarPeriods += 1;
    subscription.nextBillingAt = dueDate(subscription, subscription.calendarPeriods);
  }
}
