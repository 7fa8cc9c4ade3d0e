import * as z from 'zod';
import type { SandboxDeps } from '../deps.ts';
import { upperText } from '../payments/random-text.ts';
import { brokenRule } from './paypal.errors.ts';
import type { Revision, Subscription, Terms } from './paypal.model.ts';
import { getPlan } from './paypal.store.ts';
import { contextSchema, shippingAddressSchema } from './subscriber.input.ts';
import { termsFields, toTerms } from './terms.input.ts';
import { planIdSchema } from './wire.ts';

export const revisionSchema = z.object({
  ...termsFields,
  plan_id: planIdSchema.optional(),
  shipping_address: shippingAddressSchema.optional(),
  application_context: contextSchema.optional(),
});

/**
 * Notes what is to change of a subscription: its plan, its quantity or its prices. Nothing changes before its payer has
 * agreed on the page that the link `approve` leads to. Throws PayPal's error where the change does not fit.
 */
export function reviseSubscription(
  deps: SandboxDeps,
  subscription: Subscription,
  input: z.output<typeof revisionSchema>,
): Revision {
  if (!['ACTIVE', 'SUSPENDED'].includes(subscription.status))
    throw brokenRule('subscriptions.revise', 'SUBSCRIPTION_STATUS_INVALID');
  const before = getPlan(deps, subscription.planId);
  const plan = input.plan_id === undefined ? before : getPlan(deps, input.plan_id);
  if (plan.productId !== before.productId)
    throw brokenRule('subscriptions.revise', 'PLAN_PRODUCT_NOT_COMPATIBLE', { field: '/plan_id' });
  const terms = toTerms(plan, input, { call: 'subscriptions.revise', at: deps.now().getTime() });
  const context = input.application_context;
  const revision: Revision = {
    ...(plan.id === before.id ? keptTerms(subscription, input, terms) : terms),
    approvalToken: `BA-${upperText(deps.random, 17)}`,
    shippingAddress: input.shipping_address,
    returnUrl: context?.return_url ?? subscription.returnUrl,
    cancelUrl: context?.cancel_url ?? subscription.cancelUrl,
  };
  subscription.revision = revision;
  return revision;
}

/** Returns the terms of a subscription that keeps its plan: what the call does not name stays as it was. */
function keptTerms(before: Subscription, input: z.output<typeof revisionSchema>, next: Terms): Terms {
  const { planId, currency, cycles, preferences, taxes, isOverridden, quantity, shipping } = before;
  return {
    planId,
    currency,
    ...(input.plan ? next : { cycles, preferences, taxes, isOverridden }),
    quantity: input.quantity ?? quantity,
    shipping: input.shipping_amount ?? shipping,
  };
}

/**
 * Lets a revision that the payer agreed to take effect: what is charged from the next date on is the new price. A trial of
 * another plan is not given to somebody who subscribes already.
 */
export function applyRevision(subscription: Subscription, revision: Revision, at: number): void {
  const { approvalToken: _token, shippingAddress, returnUrl: _back, cancelUrl: _cancel, ...terms } = revision;
  const isOther = terms.planId !== subscription.planId;
  const { subscriber, nextBillingAt, calendarFrom } = subscription;
  Object.assign(subscription, {
    ...terms,
    ...(isOther && {
      cycles: terms.cycles.filter(({ tenure }) => tenure === 'REGULAR'),
      completedPeriods: 0,
      calendarFrom: nextBillingAt ?? calendarFrom,
      calendarPeriods: 0,
    }),
    ...(shippingAddress !== undefined && {
      subscriber: { ...subscriber, shipping_address: shippingAddress },
    }),
    revision: null,
    updatedAt: at,
  });
}
