import {
  ApplicationContextUserAction,
  type CreateSubscriptionRequest,
  ExperienceContextShippingPreference,
} from '@paypal/paypal-server-sdk';
import { hasCents, parseCents, toDecimal } from '../../../base/amounts.ts';
import type {
  Opened,
  Order,
  PaymentProvider,
  ProviderState,
  Refunded,
  RefundRequest,
} from '../../../base/payments/payment-provider.ts';
import { assertPlainId, isPlainId, ProviderError } from '../provider-error.ts';
import { isPayUrl } from '../provider-transport.ts';
import { createSignatureCheck } from './event-signature.ts';
import { fetchSubscription, readSubscription, toStatus } from './fetch-subscription.ts';
import {
  createPaypalClient,
  type PaypalClient,
  type PaypalSdk,
  type PaypalSettings,
} from './paypal-client.ts';
import { createPaypalPlans, isDiscounted } from './paypal-plans.ts';
import { listOpenDisputes, readDispute } from './read-dispute.ts';
import { readRefund, tracePayment } from './read-refund.ts';
import { verifyPaypalEvent } from './verify-event.ts';

/** Creates the adapter for PayPal: one subscription there for each of ours. */
export function createPaypalProvider(
  settings: PaypalSettings,
  { now }: { now: () => Date },
): PaymentProvider {
  const client = createPaypalClient(settings, { now });
  const ensurePlan = createPaypalPlans(client);
  const isSigned = createSignatureCheck({ now });
  const change = (name: 'suspend' | 'activate' | 'cancel') => async (id: string, reason: string) => {
    assertPlainId(id, { provider: 'paypal', call: name });
    await changeStatus(client, { change: name, id, reason });
  };
  const activate = change('activate');
  return {
    name: 'paypal',
    leastCents: () => 1,
    open: (order) => openSubscription(order, { client, ensurePlan }),
    fetch: async (id) => (isPlainId(id) ? fetchSubscription(id, { client, now }) : null),
    suspend: change('suspend'),
    resume: (id) => activate(id, 'Resumed by the customer'),
    cancel: change('cancel'),
    refund: async (refund) => {
      assertPlainId(refund.paymentId, { provider: 'paypal', call: 'refund' });
      return refundPayment(client, refund);
    },
    readRefund: async (id) => (isPlainId(id) ? readRefund(id, client) : null),
    trace: async (about) => {
      const ids = [about.paymentId, about.refundId].filter((id) => id !== null);
      return ids.every(isPlainId) ? tracePayment(about, client) : null;
    },
    readDispute: async (id) => (isPlainId(id) ? readDispute(id, client) : null),
    listOpenDisputes: () => listOpenDisputes(client),
    verifyEvent: (event) => verifyPaypalEvent(event, { client, isSigned }),
  };
}

type Deps = { client: PaypalClient; ensurePlan: (order: Order) => Promise<string> };

/**
 * Opens a subscription that waits to be approved. PayPal keeps the checkout's id for 72 hours as the key of the
 * request: a repeated request returns the subscription that it created, so one whose reply got lost is found.
 */
async function openSubscription(order: Order, { client, ensurePlan }: Deps): Promise<Opened> {
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

type Status = ProviderState['status'];

type Change = 'suspend' | 'activate' | 'cancel';

/** The states in which a change is done already. */
const doneStates: Record<Change, Status[]> = {
  suspend: ['suspended', 'cancelled', 'expired'],
  activate: ['active'],
  cancel: ['cancelled', 'expired'],
};

const maxReasonLength = 127;

/** Changes the state of a subscription. When PayPal refuses, reads its state to find out whether it was done before. */
async function changeStatus(
  client: PaypalClient,
  { change, id, reason }: { change: Change; id: string; reason: string },
): Promise<void> {
  const body = { reason: reason.trim().slice(0, maxReasonLength) || 'As asked by the customer' };
  const post = ({ subscriptions }: PaypalSdk) => {
    if (change === 'suspend') return subscriptions.suspendSubscription({ id, body });
    if (change === 'activate') return subscriptions.activateSubscription({ id, body });
    return subscriptions.cancelSubscription({ id, body });
  };
  try {
    await client.withSdk(change, post, { evenAfterTimeout: true });
  } catch (error) {
    if (!(error instanceof ProviderError) || error.kind !== 'refused') throw error;
    const found = await readSubscription(id, client);
    if (!found || !doneStates[change].includes(toStatus(found))) throw error;
  }
}

/**
 * Gives a payment back. PayPal remembers the key for hours only; after that, a payment that is fully refunded cannot be
 * refunded again. Returns the id of a refund that is pending, which may still fail; null when it is complete.
 */
async function refundPayment(
  client: PaypalClient,
  { paymentId, amountCents, currency, key }: RefundRequest,
): Promise<Refunded> {
  const body = { amount: { currencyCode: currency, value: toDecimal(amountCents) } };
  const request = { captureId: paymentId, paypalRequestId: key, prefer: 'return=representation', body };
  const refund = ({ payments }: PaypalSdk) => payments.refundCapturedPayment(request);
  try {
    const { result } = await client.withSdk('refund', refund, { evenAfterTimeout: true });
    if (result.status === 'COMPLETED' || result.status === 'PENDING') {
      const total = result.sellerPayableBreakdown?.totalRefundedAmount?.value;
      const pendingId = result.status === 'PENDING' ? (result.id ?? null) : null;
      return { totalCents: parseCents(total), wasWhole: false, pendingId };
    }
    const isRefused = result.status === 'FAILED' || result.status === 'CANCELLED';
    const kind = isRefused ? 'refused' : 'unknown';
    throw new ProviderError({ provider: 'paypal', call: 'refund', kind, code: result.status });
  } catch (error) {
    if (error instanceof ProviderError && error.code === 'CAPTURE_FULLY_REFUNDED')
      return { totalCents: null, wasWhole: true, pendingId: null };
    throw error;
  }
}
