import type { SandboxDeps } from '../deps.ts';
import { addDays } from '../payments/billing-date.ts';
import type { Notice } from '../payments/delivery.model.ts';
import { paidInstead, paymentFaultsOf } from '../payments/payment-faults.ts';
import { upperText } from '../payments/random-text.ts';
import { saleEvent, subscriptionEvent } from './paypal.events.ts';
import type { Payer, Sale, Subscription, SubscriptionStatus } from './paypal.model.ts';
import { cycleOfPeriod, dueDate } from './subscription.calendar.ts';

export type BillingDeps = Pick<SandboxDeps, 'state' | 'now' | 'random' | 'faults'>;

const retryAfterDays = 5;

export function salesOf({ state }: Pick<SandboxDeps, 'state'>, { id }: Subscription): Sale[] {
  return state.payments.paypal.sales.filter(({ subscriptionId }) => subscriptionId === id);
}

/** Sets a status and returns the event that tells of it. */
export function changeStatus(
  deps: BillingDeps,
  subscription: Subscription,
  { status, note = '' }: { status: 'ACTIVE' | 'SUSPENDED' | 'CANCELLED' | 'EXPIRED'; note?: string },
): Notice {
  setStatus(deps, subscription, status, note);
  if (status === 'CANCELLED' || status === 'EXPIRED') subscription.nextBillingAt = null;
  const type = status === 'ACTIVE' ? 'ACTIVATED' : status;
  return subscriptionEvent(deps, type, { subscription, sales: salesOf(deps, subscription) });
}

function setStatus({ now }: BillingDeps, subscription: Subscription, status: SubscriptionStatus, note = '') {
  const at = now().getTime();
  Object.assign(subscription, { status, statusNote: note, statusAt: at, updatedAt: at });
}

/** Records the payer's consent. What is to be paid at once is charged when the subscription becomes active. */
export function approveSubscription(deps: BillingDeps, subscription: Subscription, payer: Payer): Notice[] {
  subscription.payer = payer;
  setStatus(deps, subscription, 'APPROVED');
  return subscription.isActivatedOnApproval ? activateApproved(deps, subscription) : [];
}

/** Starts an approved subscription: its first period is charged now, unless it is to start later. */
export function activateApproved(deps: BillingDeps, subscription: Subscription): Notice[] {
  const at = deps.now().getTime();
  subscription.startAt = Math.max(subscription.startAt, at);
  subscription.nextBillingAt = subscription.startAt;
  setStatus(deps, subscription, 'ACTIVE');
  const charged = subscription.startAt > at ? [] : chargeDuePeriod(deps, subscription);
  const sales = salesOf(deps, subscription);
  return [subscriptionEvent(deps, 'ACTIVATED', { subscription, sales }), ...charged];
}

/** Charges the period that is due and moves on to the next one. A free period makes no sale. */
export function chargeDuePeriod(deps: BillingDeps, subscription: Subscription): Notice[] {
  const cycle = cycleOfPeriod(subscription.cycles, subscription.completedPeriods);
  if (!cycle) return [];
  const sale = cycle.price > 0 ? recordSale(deps, subscription, cycle.price) : null;
  subscription.completedPeriods += 1;
  subscription.calendarPeriods += 1;
  subscription.failedPayments = 0;
  subscription.lastFailure = null;
  subscription.nextBillingAt = dueDate(subscription, subscription.calendarPeriods);
  subscription.updatedAt = deps.now().getTime();
  const told = sale ? [saleEvent(deps, sale, subscription)] : [];
  const hasEnded = cycleOfPeriod(subscription.cycles, subscription.completedPeriods) === null;
  return hasEnded ? [...told, changeStatus(deps, subscription, { status: 'EXPIRED' })] : told;
}

function recordSale(
  { state, now, random, faults }: BillingDeps,
  subscription: Subscription,
  price: number,
): Sale {
  const due = { amount: price, currency: subscription.currency };
  const sale: Sale = {
    id: upperText(random, 17),
    subscriptionId: subscription.id,
    ...paidInstead(paymentFaultsOf(faults.current.payments, 'paypal'), due),
    state: 'completed',
    at: now().getTime(),
    refunds: [],
  };
  state.payments.paypal.sales.push(sale);
  return sale;
}

/** Lets the payment that is due fail. It stays due; too many failures in a row suspend the subscription. */
export function failDuePeriod(deps: BillingDeps, subscription: Subscription): Notice[] {
  const cycle = cycleOfPeriod(subscription.cycles, subscription.completedPeriods);
  if (!cycle) return [];
  const at = deps.now().getTime();
  const sale = recordSale(deps, subscription, cycle.price);
  sale.state = 'denied';
  subscription.failedPayments += 1;
  subscription.lastFailure = { amount: cycle.price, at, retryAt: addDays(at, retryAfterDays) };
  subscription.updatedAt = at;
  const sales = salesOf(deps, subscription);
  const failed = subscriptionEvent(deps, 'PAYMENT.FAILED', { subscription, sales });
  const plan = deps.state.payments.paypal.plans.find(({ id }) => id === subscription.planId);
  const threshold = plan?.failureThreshold ?? 0;
  const isTooMany = threshold > 0 && subscription.failedPayments >= threshold;
  return isTooMany ? [failed, changeStatus(deps, subscription, { status: 'SUSPENDED' })] : [failed];
}

/** Lets its own calendar run to the next date on which it is charged. */
export function moveToDueDate({ now }: BillingDeps, subscription: Subscription): void {
  const { nextBillingAt, aheadMs } = subscription;
  subscription.aheadMs = Math.max(aheadMs, (nextBillingAt ?? 0) - now().getTime());
}

/** Lets days pass on its own calendar, and charges every period that becomes due. The sales carry today's time. */
export function letDaysPass(deps: BillingDeps, subscription: Subscription, days: number): Notice[] {
  subscription.aheadMs = addDays(subscription.aheadMs, days);
  const notices: Notice[] = [];
  while (subscription.status === 'ACTIVE' && isDue(deps, subscription))
    notices.push(...chargeDuePeriod(deps, subscription));
  return notices;
}

function isDue({ now }: BillingDeps, { nextBillingAt, aheadMs }: Subscription): boolean {
  return nextBillingAt !== null && nextBillingAt <= now().getTime() + aheadMs;
}

/** Skips the dates that passed while it was suspended: nothing is charged for them. */
export function skipMissedPeriods(deps: BillingDeps, subscription: Subscription): void {
  while (isDue(deps, subscription)) {
    subscription.calendarPeriods += 1;
    subscription.nextBillingAt = dueDate(subscription, subscription.calendarPeriods);
  }
}
