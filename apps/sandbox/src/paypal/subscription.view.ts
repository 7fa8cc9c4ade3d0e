import type { Sale, Subscription } from './paypal.model.ts';
import { cycleViews } from './plan.view.ts';
import { completedByCycle } from './subscription.calendar.ts';
import { wireMoney, wireTime } from './wire.ts';

type Link = { href: string; rel: string; method: string };

/**
 * Returns a subscription as PayPal shows it. Its prices are told only when `fields` names the plan, and the last failure
 * only when it names `last_failed_payment`.
 */
export function subscriptionView(
  subscription: Subscription,
  { sales, fields, links = [] }: { sales: Sale[]; fields: string[]; links?: Link[] },
) {
  const { id, planId, customId, status, statusNote, statusAt, currency, payer } = subscription;
  const isBilled = !['APPROVAL_PENDING', 'APPROVED'].includes(status);
  const email = payer?.email ?? subscription.subscriberEmail;
  return {
    status,
    ...(statusNote !== '' && { status_change_note: statusNote }),
    status_update_time: wireTime(statusAt),
    id,
    plan_id: planId,
    start_time: wireTime(subscription.startAt),
    quantity: '1',
    shipping_amount: wireMoney(0, currency),
    subscriber: {
      ...(email !== null && { email_address: email }),
      ...(payer && {
        payer_id: payer.payerId,
        name: { given_name: payer.givenName, surname: payer.surname },
      }),
    },
    ...(isBilled && { billing_info: billingInfo(subscription, { sales, fields }) }),
    ...(customId !== null && { custom_id: customId }),
    create_time: wireTime(subscription.createdAt),
    update_time: wireTime(subscription.updatedAt),
    plan_overridden: subscription.isOverridden,
    ...(fields.includes('plan') && {
      plan: { billing_cycles: cycleViews(subscription.cycles, currency) },
    }),
    links,
  };
}

function billingInfo(
  { cycles, completedPeriods, currency, status, nextBillingAt, failedPayments, lastFailure }: Subscription,
  { sales, fields }: { sales: Sale[]; fields: string[] },
) {
  const done = completedByCycle(cycles, completedPeriods);
  const last = sales.findLast(({ state }) => state === 'completed');
  return {
    outstanding_balance: wireMoney(lastFailure?.amount ?? 0, currency),
    cycle_executions: cycles.map(({ tenure, sequence, totalCycles }, n) => ({
      tenure_type: tenure,
      sequence,
      cycles_completed: done[n] ?? 0,
      cycles_remaining: totalCycles === 0 ? 0 : totalCycles - (done[n] ?? 0),
      current_pricing_scheme_version: 1,
      total_cycles: totalCycles,
    })),
    ...(last && {
      last_payment: { amount: wireMoney(last.amount, last.currency), time: wireTime(last.at) },
    }),
    ...(status === 'ACTIVE' && nextBillingAt !== null && { next_billing_time: wireTime(nextBillingAt) }),
    failed_payments_count: failedPayments,
    ...(lastFailure &&
      fields.includes('last_failed_payment') && {
        last_failed_payment: {
          amount: wireMoney(lastFailure.amount, currency),
          time: wireTime(lastFailure.at),
          reason_code: 'PAYMENT_DENIED',
          next_payment_retry_time: wireTime(lastFailure.retryAt),
        },
      }),
  };
}

/** Returns the links a subscription has in its status. */
export function subscriptionLinks({ id, status, approvalToken }: Subscription, browserUrl: string): Link[] {
  const self = `${browserUrl}/paypal/v1/billing/subscriptions/${id}`;
  const action = (rel: string) => ({ href: `${self}/${rel}`, rel, method: 'POST' });
  const actions: Partial<Record<Subscription['status'], Link[]>> = {
    APPROVAL_PENDING: [{ href: approvalUrl(browserUrl, approvalToken), rel: 'approve', method: 'GET' }],
    APPROVED: [action('activate')],
    ACTIVE: [action('suspend'), action('cancel')],
    SUSPENDED: [action('activate'), action('cancel')],
  };
  return [
    ...(actions[status] ?? []),
    { href: self, rel: 'edit', method: 'PATCH' },
    { href: self, rel: 'self', method: 'GET' },
  ];
}

export function approvalUrl(browserUrl: string, approvalToken: string): string {
  return `${browserUrl}/paypal/webapps/billing/subscriptions?ba_token=${approvalToken}`;
}
