import type { Config } from '../config.ts';
import type { SandboxDeps } from '../deps.ts';
import { getPaymentFaults } from '../payments/payment-faults.ts';
import { apiLink, approvalUrl, type Link } from './links.ts';
import type { Subscription, Terms } from './paypal.model.ts';
import { findPlan, findSales } from './paypal.store.ts';
import { preferencesView } from './plan.view.ts';
import { completedByCycle, finalPaymentTime } from './subscription.calendar.ts';
import { reckonedMoney, wireMoney, wireTime } from './wire.ts';

const minuteMs = 60_000;
/** How far ahead of the activation the wrong next billing time is. */
const wrongNextBillingMs = 5.5 * 60 * minuteMs;

/**
 * Returns a subscription as PayPal shows it. Its prices are told only when `fields` names the plan, and the last failure
 * only when it names `last_failed_payment`.
 */
export function subscriptionView(
  deps: SandboxDeps,
  subscription: Subscription,
  fields: readonly string[] = [],
) {
  const { id, planId, customId, status, statusNote, statusAt, currency, shipping } = subscription;
  const isBilled = !['APPROVAL_PENDING', 'APPROVED'].includes(status);
  return {
    status,
    ...(statusNote !== '' && { status_change_note: statusNote }),
    status_update_time: wireTime(statusAt),
    id,
    plan_id: planId,
    start_time: wireTime(subscription.startAt),
    quantity: subscription.quantity,
    shipping_amount: shipping ?? wireMoney(0, currency),
    subscriber: subscriberView(subscription),
    ...(isBilled && { billing_info: billingInfo(deps, subscription, fields) }),
    ...(customId !== null && { custom_id: customId }),
    ...(!isBilled &&
      subscription.applicationContext !== null && {
        application_context: subscription.applicationContext,
      }),
    create_time: wireTime(subscription.createdAt),
    update_time: wireTime(subscription.updatedAt),
    plan_overridden: subscription.isOverridden,
    ...(fields.includes('plan') && { plan: toPlanDetails(deps, subscription) }),
    links: subscriptionLinks(deps.config, subscription),
  };
}

/** Returns the short answer to whoever creates a subscription. */
export function subscriptionSummary(deps: SandboxDeps, subscription: Subscription) {
  const { status, id, create_time, links } = subscriptionView(deps, subscription);
  return { status, id, create_time, links };
}

function subscriberView({ subscriber, payer }: Subscription) {
  if (!payer) return subscriber;
  const { givenName, surname, email, payerId } = payer;
  return {
    ...subscriber,
    email_address: email,
    payer_id: payerId,
    name: { ...subscriber.name, given_name: givenName, surname },
  };
}

function toPlanDetails(deps: SandboxDeps, subscription: Subscription) {
  const plan = findPlan(deps, subscription.planId);
  return {
    ...(plan && { product_id: plan.product_id, name: plan.name }),
    ...toPlan(subscription),
    quantity_supported: plan?.quantity_supported ?? false,
  };
}

/** Returns what a subscription's own terms say of its plan. */
function toPlan({ cycles, preferences, taxes }: Terms) {
  return {
    billing_cycles: cycles,
    payment_preferences: preferencesView(preferences),
    ...(taxes && { taxes }),
  };
}

/** Returns what a revision overrides of its plan, without what no subscription can have otherwise. */
export function toPlanOverride(terms: Terms) {
  const { billing_cycles: cycles, payment_preferences: preferences, ...rest } = toPlan(terms);
  const { service_type: _, ...overridden } = preferences;
  return {
    billing_cycles: cycles.map(({ pricing_scheme, sequence, total_cycles }) => ({
      pricing_scheme,
      sequence,
      total_cycles,
    })),
    payment_preferences: overridden,
    ...rest,
  };
}

function billingInfo(deps: SandboxDeps, subscription: Subscription, fields: readonly string[]) {
  const { cycles, completedPeriods, currency, failedPayments, lastFailure, outstanding } = subscription;
  const done = completedByCycle(cycles, completedPeriods);
  const last = findSales(deps, subscription).findLast(({ state }) => state === 'completed');
  const nextBillingAt = shownNextBilling(deps, subscription);
  const finalAt = nextBillingAt === null ? null : finalPaymentTime(subscription);
  return {
    outstanding_balance: reckonedMoney(outstanding, currency),
    cycle_executions: cycles.map(({ tenure_type, sequence, total_cycles, pricing_scheme }, n) => ({
      tenure_type,
      sequence,
      cycles_completed: done[n] ?? 0,
      cycles_remaining: total_cycles === 0 ? 0 : total_cycles - (done[n] ?? 0),
      current_pricing_scheme_version: pricing_scheme?.version ?? 1,
      total_cycles,
    })),
    ...(last && {
      last_payment: { amount: reckonedMoney(last.amount, last.currency), time: wireTime(last.at) },
    }),
    ...(nextBillingAt !== null && { next_billing_time: wireTime(nextBillingAt) }),
    ...(finalAt !== null && { final_payment_time: wireTime(finalAt) }),
    failed_payments_count: failedPayments,
    ...(lastFailure &&
      fields.includes('last_failed_payment') && {
        last_failed_payment: {
          amount: reckonedMoney(lastFailure.amount, currency),
          time: wireTime(lastFailure.at),
          reason_code: 'PAYMENT_DENIED',
          next_payment_retry_time: wireTime(lastFailure.retryAt),
        },
      }),
  };
}

/** Returns the date that PayPal tells, which is wrong for a while with the fault `nextBillingTodayMinutes`. */
function shownNextBilling(
  deps: SandboxDeps,
  { status, nextBillingAt, activatedAt }: Subscription,
): number | null {
  if (status !== 'ACTIVE' || nextBillingAt === null) return null;
  const { nextBillingTodayMinutes } = getPaymentFaults(deps, 'paypal');
  const isFresh =
    activatedAt !== null && deps.now().getTime() < activatedAt + nextBillingTodayMinutes * minuteMs;
  return isFresh ? Math.min(nextBillingAt, activatedAt + wrongNextBillingMs) : nextBillingAt;
}

export function subscriptionLinks(base: Config, { id, status, approvalToken }: Subscription): Link[] {
  const self = `/v1/billing/subscriptions/${id}`;
  const action = (rel: string) => apiLink(base, `${self}/${rel}`, rel, 'POST');
  const edit = apiLink(base, self, 'edit', 'PATCH');
  const show = apiLink(base, self, 'self');
  const links: Record<Subscription['status'], Link[]> = {
    APPROVAL_PENDING: [{ href: approvalUrl(base, approvalToken), rel: 'approve', method: 'GET' }, edit, show],
    APPROVED: [action('activate'), edit, show],
    ACTIVE: [action('cancel'), edit, show, action('suspend'), action('capture')],
    SUSPENDED: [action('cancel'), edit, show, action('activate'), action('capture')],
    CANCELLED: [show],
    EXPIRED: [show, action('capture')],
  };
  return links[status];
}
