import type { SandboxDeps } from '../deps.ts';
import type { AddOperation } from '../payments/operation-router.ts';
import { unknownRevisedIdDescription } from './error-catalogue.ts';
import { revisionUrl } from './links.ts';
import { unknownResource } from './paypal.errors.ts';
import { findSubscription } from './paypal.store.ts';
import { readBody } from './read-input.ts';
import { reviseSubscription, revisionSchema } from './revise-subscription.ts';
import { subscriptionLinks, toPlanOverride } from './subscription.view.ts';
import { wireMoney } from './wire.ts';

/** Serves the change of a subscription's plan, quantity or prices, which its payer has to agree to. */
export function revisionRoutes(add: AddOperation, deps: SandboxDeps): void {
  add('subscriptions.revise', 'POST /v1/billing/subscriptions/:id/revise', (call) => {
    const subscription = findSubscription(deps, call.params.id);
    if (!subscription) throw unknownResource(unknownRevisedIdDescription);
    const revision = reviseSubscription(deps, subscription, readBody(revisionSchema, call));
    deps.changes.announce({ payments: true });
    const { planId, quantity, shipping, shippingAddress, isOverridden, approvalToken, currency } = revision;
    const href = revisionUrl(deps.config, approvalToken);
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
