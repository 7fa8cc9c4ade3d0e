import type Razorpay from 'razorpay';
import type { PaymentProvider, RefundRequest } from '../../../base/payments/payment-provider.ts';
import { assertPlainId, isPlainId, ProviderError } from '../provider-error.ts';
import { repeatOnce } from '../provider-transport.ts';
import { fetchLink, listRefunds, readLink, tracePayment } from './fetch-link.ts';
import { listOpenDisputes, readDispute } from './list-disputes.ts';
import { openLink } from './open-link.ts';
import {
  createRazorpayClient,
  linkShape,
  type RazorpayClient,
  type RazorpaySettings,
  refundShape,
} from './razorpay-client.ts';
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

/**
 * Closes a link, so that it cannot be paid any more. A link that was paid cannot charge again, so that counts as
 * closed.
 */
async function cancelLink(id: string, client: RazorpayClient): Promise<void> {
  try {
    const cancel = (sdk: Razorpay) => sdk.paymentLink.cancel(id);
    const { status } = await client.ask('cancel', linkShape, cancel, { evenAfterTimeout: true });
    if (status !== 'cancelled')
      throw new ProviderError({ provider: 'razorpay', call: 'cancel', kind: 'unknown', code: status });
  } catch (error) {
    if (!(error instanceof ProviderError) || error.kind !== 'refused') throw error;
    const link = await readLink(id, client);
    if (!link || link.status === 'created' || link.status === 'partially_paid') throw error;
  }
}

/** The smallest refund at normal speed; smaller ones are only possible at instant speed. */
const leastNormalCents = 100;

/**
 * Gives a payment back. The SDK sends no idempotency key, so our key is the refund's `receipt`, and a refund with it is
 * looked up before every try. A whole payment cannot be refunded twice in any case.
 */
async function refundPayment(client: RazorpayClient, { paymentId, amountCents, key }: RefundRequest) {
  const isDone = async () =>
    (await listRefunds(paymentId, client)).some(
      ({ receipt, status }) => receipt === key && status !== 'failed',
    );
  const refund = async () => {
    if (await isDone()) return;
    const speed = amountCents < leastNormalCents ? 'optimum' : 'normal';
    const request = { amount: amountCents, speed, receipt: key } as const;
    const make = (sdk: Razorpay) => sdk.payments.refund(paymentId, request);
    const { status } = await client.askOnce('refund', refundShape, make);
    if (status === 'failed')
      throw new ProviderError({ provider: 'razorpay', call: 'refund', kind: 'refused', code: status });
  };
  try {
    await repeatOnce(refund, { evenAfterTimeout: true });
  } catch (error) {
    // Another call refunded it between our lookup and our request.
    if (error instanceof ProviderError && error.kind === 'refused' && (await isDone())) return;
    throw error;
  }
}
