import type { PaymentProvider } from '../../../base/payments/payment-provider.ts';
import { assertPlainId, isPlainId } from '../provider-error.ts';
import { changeStatus, refundPayment } from './change-status.ts';
import { createSignatureCheck } from './event-signature.ts';
import { fetchSubscription } from './fetch-subscription.ts';
import { openSubscription } from './open-subscription.ts';
import { createPaypalClient, type PaypalSettings } from './paypal-client.ts';
import { createPaypalPlans } from './paypal-plans.ts';
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
