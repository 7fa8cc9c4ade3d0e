import {
  ApplicationContextUserAction,
  type CreateSubscriptionRequest,
  ExperienceContextShippingPreference,
} from '@paypal/paypal-server-sdk';
import { hasCents, toDecimal } from '../../../base/amounts.ts';
import type { Opened, Order } from '../../../base/payments/payment-provider.ts';
import { ProviderError } from '../provider-error.ts';
import { isPayUrl } from '../provider-transport.ts';
import type { PaypalClient, PaypalSdk } from './paypal-client.ts';
import { isDiscounted } from './paypal-plans.ts';

type Deps = { client: PaypalClient; ensurePlan: (order: Order) => Promise<string> };

/**
 * Opens a subscription that waits to be approved. PayPal keeps the checkout's id for 72 hours as the key of the
 * request: a repeated request returns the subscription that it created, so one whose reply got lost is found.
 */
export async function openSubscription(order: Order, { client, ensurePlan }: Deps): Promise<Opened> {
  const fail = (kind: 'refused' | 'unknown', code: string) =>
    new ProviderError({ provider: 'paypal', call: 'open', kind, code });
  if (!hasCents(order.plan.currency)) throw fail('refused', 'CURRENCY');
  const providerPlanId = await ensurePlan(order);
  const request = { paypalRequestId: order.checkoutId, body: toRequest(order, providerPlanId) };
  const create = ({ subscriptions }: PaypalSdk) => subscriptions.createSubscription(request);
  const { result } = await client.withSdk('open', create, { evenAfterTimeout: true });
  const payUrl = result.links?.find(({ rel }) => rel === 'approve')?.href;
  if (!result.id) throw fail('unknown', 'NO_ID');
  if (!isPayUrl(payUrl, client.apiBase)) throw fail('unknown', 'NO_APPROVE_LINK');
  return { reference: result.id, payUrl, providerPlanId };
}

function toRequest(order: Order, planId: string): CreateSubscriptionRequest {
  const { checkoutId, plan, firstPeriodCents, startsAt, returnUrl, cancelUrl } = order;
  const price = (cents: number) => ({ fixedPrice: { currencyCode: plan.currency, value: toDecimal(cents) } });
  return {
    planId,
    customId: checkoutId,
    ...(startsAt && { startTime: startsAt.toISOString() }),
    subscriber: { emailAddress: order.payer.email },
    plan: {
      billingCycles: isDiscounted(order)
        ? [
            { sequence: 1, totalCycles: 1, pricingScheme: price(firstPeriodCents) },
            { sequence: 2, totalCycles: 0, pricingScheme: price(plan.priceCents) },
          ]
        : [{ sequence: 1, totalCycles: 0, pricingScheme: price(plan.priceCents) }],
    },
    applicationContext: {
      brandName: 'Picksync',
      returnUrl,
      cancelUrl,
      userAction: ApplicationContextUserAction.SubscribeNow,
      shippingPreference: ExperienceContextShippingPreference.NoShipping,
    },
  };
}
