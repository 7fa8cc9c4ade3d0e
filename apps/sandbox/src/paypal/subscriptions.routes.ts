import * as z from 'zod';
import type { SandboxDeps } from '../deps.ts';
import { type Notice, tell } from '../payments/delivery.model.ts';
import type { AddOperation, ProviderCall } from '../payments/operation-router.ts';
import { getPaymentFaults } from '../payments/payment-faults.ts';
import { createOnce } from './create-once.ts';
import { getPayer } from './decide-subscription.ts';
import { unknownRevisedIdDescription } from './error-catalogue.ts';
import { apiLink, approvalUrl, revisionPath } from './links.ts';
import { getPage, pageQuery } from './paging.ts';
import { patchSubscription } from './patch-subscription.ts';
import { brokenRule, invalidRequest, unknownResource } from './paypal.errors.ts';
import { subscriptionEvent } from './paypal.events.ts';
import type { Sale, Subscription } from './paypal.model.ts';
import { findSales, findSubscription, getSubscription } from './paypal.store.ts';
import { readBody, readOptionalBody, readQuery } from './read-input.ts';
import { transactionView } from './sale.view.ts';
import {
  activateApproved,
  approveSubscription,
  captureOutstanding,
  changeStatus,
  isBeyondThreshold,
  skipMissedPeriods,
} from './subscription.billing.ts';
import {
  createSubscription,
  reviseSubscription,
  revisionSchema,
  subscriptionSchema,
} from './subscription.terms.ts';
import {
  subscriptionLinks,
  subscriptionSummary,
  subscriptionView,
  toPlanOverride,
} from './subscription.view.ts';
import { isBetween, type Money, moneySchema, timeSchema, toAmount, wireMoney } from './wire.ts';

const path = '/v1/billing/subscriptions';
const reasonSchema = z.object({ reason: z.string().min(1).max(128) });
const captureSchema = z.object({
  note: z.string().min(1).max(128),
  capture_type: z.enum(['OUTSTANDING_BALANCE']),
  amount: moneySchema,
});
const minuteMs = 60_000;
const rangeSchema = z.object({ start_time: timeSchema, end_time: timeSchema });
const listQuery = pageQuery.extend({
  plan_ids: z.string().min(3).optional(),
  statuses: z.string().min(1).optional(),
  created_after: timeSchema.optional(),
  created_before: timeSchema.optional(),
  status_updated_after: timeSchema.optional(),
  status_updated_before: timeSchema.optional(),
});

/** Serves subscriptions: creating, listing, reading and changing them. */
export function subscriptionRoutes(add: AddOperation, deps: SandboxDeps): void {
  add('subscriptions.create', `POST ${path}`, (call) =>
    createOnce(deps, call, {
      operation: 'subscriptions.create',
      among: deps.state.payments.paypal.subscriptions,
      create: () => {
        const subscription = createSubscription(deps, readBody(subscriptionSchema, call));
        void tell(deps, [subscriptionEvent(deps, 'CREATED', subscription)]);
        // A card is charged without a page on which somebody agrees.
        if (subscription.subscriber.payment_source)
          void tell(deps, approveSubscription(deps, subscription, getPayer(subscription)));
        return subscription;
      },
      view: (subscription) => subscriptionView(deps, subscription, subscription.isOverridden ? ['plan'] : []),
      short: (subscription) => subscriptionSummary(deps, subscription),
    }),
  );
  add('subscriptions.list', `GET ${path}`, (call) => {
    const query = readQuery(listQuery, call);
    const found = deps.state.payments.paypal.subscriptions.filter((one) => isMeant(one, query));
    const { items, totals, links } = getPage(found, query, { base: deps.config, path, query: call.query });
    const subscriptions = items.map((subscription) => subscriptionView(deps, subscription));
    return { body: { subscriptions, ...totals, links } };
  });
  add('subscriptions.get', `GET ${path}/:id`, (call) => ({
    body: subscriptionView(deps, getSubscription(deps, call.params.id), (call.query.fields ?? '').split(',')),
  }));
  add('subscriptions.patch', `PATCH ${path}/:id`, (call) => {
    const subscription = getSubscription(deps, call.params.id);
    patchSubscription(deps, subscription, call);
    void tell(deps, [subscriptionEvent(deps, 'UPDATED', subscription)]);
    return { status: 204 };
  });
  statusRoutes(add, deps);
  captureRoute(add, deps);
  transactionRoute(add, deps);
  revisionRoute(add, deps);
}

/** Serves the payments of a subscription in a range of time. With the fault `transactionLagMinutes` the newest are missing. */
function transactionRoute(add: AddOperation, deps: SandboxDeps): void {
  add('subscriptions.transactions', `GET ${path}/:id/transactions`, (call) => {
    const subscription = getSubscription(deps, call.params.id);
    const { start_time: start, end_time: end } = readQuery(rangeSchema, call);
    if (Date.parse(start) > Date.parse(end))
      throw invalidRequest('INVALID_PARAMETER_VALUE', { field: 'end_time', value: end, location: 'query' });
    const { transactionLagMinutes } = getPaymentFaults(deps, 'paypal');
    const listedUntil = Math.min(Date.parse(end), deps.now().getTime() - transactionLagMinutes * minuteMs);
    const sales = findSales(deps, subscription).filter(
      ({ at }) => at >= Date.parse(start) && at <= listedUntil,
    );
    const params = new URLSearchParams({ start_time: start, end_time: end });
    const self = `${path}/${subscription.id}/transactions?${params}`;
    return {
      body: {
        transactions: sales.map((sale) => transactionView(sale, subscription)),
        total_items: sales.length,
        total_pages: 1,
        links: [apiLink(deps.config, self, 'self')],
      },
    };
  });
}

/** Serves the change of a subscription's plan, quantity or prices, which its payer has to agree to. */
function revisionRoute(add: AddOperation, deps: SandboxDeps): void {
  add('subscriptions.revise', `POST ${path}/:id/revise`, (call) => {
    const subscription = findSubscription(deps, call.params.id);
    if (!subscription) throw unknownResource(unknownRevisedIdDescription);
    const revision = reviseSubscription(deps, subscription, readBody(revisionSchema, call));
    deps.changes.announce({ payments: true });
    const { planId, quantity, shipping, shippingAddress, isOverridden, approvalToken, currency } = revision;
    const href = approvalUrl(deps.config, approvalToken, revisionPath);
    return {
      body: {
        plan_id: planId,
        quantity,
        shipping_amount: shipping ?? wireMoney(0, currency),
        ...(shippingAddress !== undefined && { shipping_address: shippingAddress }),
        plan_overridden: isOverridden,
        ...(isOverridden && { plan: toPlanOverride(revision) }),
        links: [{ href, rel: 'approve', method: 'GET' }, ...subscriptionLinks(deps.config, subscription)],
      },
    };
  });
}

function isMeant(subscription: Subscription, query: z.output<typeof listQuery>): boolean {
  return (
    (query.plan_ids?.split(',').includes(subscription.planId) ?? true) &&
    (query.statuses?.split(',').includes(subscription.status) ?? true) &&
    isBetween(subscription.createdAt, query.created_after, query.created_before) &&
    isBetween(subscription.statusAt, query.status_updated_after, query.status_updated_before)
  );
}

/** Serves what suspends, activates and cancels a subscription. */
function statusRoutes(add: AddOperation, deps: SandboxDeps): void {
  const change = (
    action: 'suspend' | 'activate' | 'cancel',
    act: (subscription: Subscription, call: ProviderCall) => Notice[],
  ) =>
    add(`subscriptions.${action}`, `POST ${path}/:id/${action}`, (call) => {
      void tell(deps, act(getSubscription(deps, call.params.id), call));
      return { status: 204 };
    });

  change('suspend', (subscription, call) => {
    const { reason: note } = readBody(reasonSchema, call);
    if (subscription.status !== 'ACTIVE')
      throw brokenRule('subscriptions.suspend', 'SUBSCRIPTION_STATUS_INVALID');
    return [changeStatus(deps, subscription, { status: 'SUSPENDED', note })];
  });
  change('activate', (subscription, call) => {
    const { reason: note } = readOptionalBody(reasonSchema.partial(), call);
    if (subscription.status === 'APPROVED') return activateApproved(deps, subscription);
    if (subscription.status !== 'SUSPENDED')
      throw brokenRule('subscriptions.activate', 'SUBSCRIPTION_STATUS_INVALID');
    if (isBeyondThreshold(subscription))
      throw brokenRule('subscriptions.activate', 'SUBSCRIPTION_CANNOT_BE_ACTIVATED');
    skipMissedPeriods(deps, subscription);
    return [changeStatus(deps, subscription, { status: 'ACTIVE', note: note ?? '' })];
  });
  change('cancel', (subscription, call) => {
    const { reason: note } = readBody(reasonSchema, call);
    if (!['ACTIVE', 'SUSPENDED'].includes(subscription.status))
      throw brokenRule('subscriptions.cancel', 'SUBSCRIPTION_STATUS_INVALID');
    return [changeStatus(deps, subscription, { status: 'CANCELLED', note })];
  });
}

/** Serves the charge of what is outstanding. */
function captureRoute(add: AddOperation, deps: SandboxDeps): void {
  add('subscriptions.capture', `POST ${path}/:id/capture`, (call) => {
    const subscription = getSubscription(deps, call.params.id);
    const { amount } = readBody(captureSchema, call);
    return createOnce(deps, call, {
      operation: `capture ${subscription.id}`,
      status: 200,
      among: deps.state.payments.paypal.sales,
      create: () => capture(deps, subscription, amount),
      view: (sale) => transactionView(sale, subscription),
    });
  });
}

function capture(deps: SandboxDeps, subscription: Subscription, amount: Money): Sale {
  const { status, currency, outstanding } = subscription;
  const name = 'subscriptions.capture';
  if (!['ACTIVE', 'SUSPENDED', 'EXPIRED'].includes(status))
    throw brokenRule(name, 'SUBSCRIPTION_STATUS_INVALID');
  if (amount.currency_code !== currency) throw brokenRule(name, 'CURRENCY_MISMATCH');
  if (outstanding === 0) throw brokenRule(name, 'ZERO_OUTSTANDING_BALANCE');
  if (toAmount(amount) > outstanding) throw brokenRule(name, 'AMOUNT_GREATER_THAN_OUTSTANDING_BALANCE');
  const { sale, notices } = captureOutstanding(deps, subscription, toAmount(amount));
  void tell(deps, notices);
  return sale;
}
