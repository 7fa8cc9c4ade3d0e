import type { PaymentProvider } from '../../../base/payments/payment-provider.ts';
import { assertPlainId, isPlainId } from '../provider-error.ts';
import { cancelLink, refundPayment } from './change-link.ts';
import { fetchLink, tracePayment } from './fetch-link.ts';
import { listOpenDisputes, readDispute } from './list-disputes.ts';
import { openLink } from './open-link.ts';
import { createRazorpayClient, type RazorpaySettings } from './razorpay-client.ts';
import { verifyRazorpayEvent } from './verify-event.ts';

/**
 * Creates the adapter for Razorpay: a payment link for each period. It charges nothing by itself, so there is nothing
 * to suspend.
 */
export function createRazorpayProvider(
  settings: RazorpaySettings,
  { now }: { now: () => Date },
): PaymentProvider {
  const client = createRazorpayClient(settings);
  return {
    name: 'razorpay',
    // 1.00 in any currency; all prices are in currencies with cents.
    leastCents: () => 100,
    open: (order) => openLink(order, { client, now }),
    fetch: async (id) => (isPlainId(id) ? fetchLink(id, client) : null),
    suspend: async () => {},
    resume: async () => {},
    cancel: async (id) => {
      assertPlainId(id, { provider: 'razorpay', call: 'cancel' });
      await cancelLink(id, client);
    },
    refund: async (refund) => {
      assertPlainId(refund.paymentId, { provider: 'razorpay', call: 'refund' });
      await refundPayment(client, refund);
      return { totalCents: null, wasWhole: false, pendingId: null };
    },
    trace: async ({ paymentId }) => (isPlainId(paymentId) ? tracePayment(paymentId, client) : null),
    readDispute: async (id) => (isPlainId(id) ? readDispute(id, client) : null),
    listOpenDisputes: () => listOpenDisputes(client),
    verifyEvent: async (event) => verifyRazorpayEvent(event, settings.webhookSecret),
  };
}
