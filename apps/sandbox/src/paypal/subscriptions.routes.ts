import * as z from 'zod';
import type { SandboxDeps } from '../deps.ts';
import type { Notice } from '../payments/delivery.model.ts';
import type { AddOperation, ProviderCall } from '../payments/operation-router.ts';
import { browserUrl } from '../payments/urls.ts';
import { createOnce } from './create-once.ts';
import { createSubscription } from './create-subscription.ts';
import { unknownResource, unprocessable } from './paypal.errors.ts';
import { subscriptionEvent } from './paypal.events.ts';
import type { Subscription, SubscriptionStatus } from './paypal.model.ts';
import { activateApproved, changeStatus, salesOf, skipMissedPeriods } from './subscription.billing.ts';
import { subscriptionLinks, subscriptionView } from './subscription.view.ts';

const reasonSchema = z.object({ reason: z.string().min(1).max(128) });

/** Serves subscriptions: creating, reading, suspending, activating and cancelling. */
export function subscriptionRoutes(add: AddOperation, deps: SandboxDeps): void {
  const { state } = deps;
  const find = (id: string | undefined) => state.payments.paypal.subscriptions.find((one) => one.id === id);
  const found = ({ params }: ProviderCall): Subscription => {
    const subscription = find(params.id);
    if (!subscription) throw unknownResource();
    return subscription;
  };
  const view = (subscription: Subscription, fields: string[] = []) =>
    subscriptionView(subscription, {
      sales: salesOf(deps, subscription),
      fields,
      links: subscriptionLinks(subscription, browserUrl(deps.config)),
    });
  const tell = (notices: Notice[]) => {
    for (const notice of notices) void deps.notify(notice);
    deps.changes.announce({ payments: true });
  };

  add('subscriptions.create', 'POST /v1/billing/subscriptions', (call) =>
    createOnce(deps, call, {
      operation: 'subscriptions.create',
      find,
      create: () => {
        const subscription = createSubscription(deps, call.body);
        tell([subscriptionEvent(deps, 'CREATED', { subscription, sales: [] })]);
        return subscription;
      },
      view,
      isShort: true,
    }),
  );

  add('subscriptions.get', 'GET /v1/billing/subscriptions/:id', (call) => ({
    body: view(found(call), (call.query.fields ?? '').split(',')),
  }));

  add('subscriptions.suspend', 'POST /v1/billing/subscriptions/:id/suspend', (call) => {
    const subscription = inStatus(found(call), ['ACTIVE']);
    const { reason: note } = reasonSchema.parse(call.body);
    tell([changeStatus(deps, subscription, { status: 'SUSPENDED', note })]);
    return { status: 204 };
  });

  add('subscriptions.activate', 'POST /v1/billing/subscriptions/:id/activate', (call) => {
    const subscription = inStatus(found(call), ['SUSPENDED', 'APPROVED']);
    const note = z.object({ reason: z.string().max(128).default('') }).parse(call.body ?? {}).reason;
    if (subscription.status === 'APPROVED') tell(activateApproved(deps, subscription));
    else {
      skipMissedPeriods(deps, subscription);
      tell([changeStatus(deps, subscription, { status: 'ACTIVE', note })]);
    }
    return { status: 204 };
  });

  add('subscriptions.cancel', 'POST /v1/billing/subscriptions/:id/cancel', (call) => {
    const subscription = inStatus(found(call), ['ACTIVE', 'SUSPENDED', 'APPROVED']);
    const { reason: note } = reasonSchema.parse(call.body);
    tell([changeStatus(deps, subscription, { status: 'CANCELLED', note })]);
    return { status: 204 };
  });
}

function inStatus(subscription: Subscription, allowed: SubscriptionStatus[]): Subscription {
  if (allowed.includes(subscription.status)) return subscription;
  throw unprocessable(
    'SUBSCRIPTION_STATUS_INVALID',
    `A subscription that is ${subscription.status} does not allow this.`,
  );
}
