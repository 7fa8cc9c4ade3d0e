import { parseCents, toDecimal } from '../../../base/amounts.ts';
import type { ProviderTruth, Refunded, RefundRequest } from '../../../base/payments/payment-provider.ts';
import { ProviderError } from '../provider-error.ts';
import { repeatOnce } from '../provider-transport.ts';
import { readSubscription, toStatus } from './fetch-subscription.ts';
import type { PaypalClient } from './paypal-client.ts';

type Status = ProviderTruth['status'];

/** PayPal's name for each change, and the states in which it is done already. */
const changes = {
  suspend: { done: ['suspended', 'cancelled', 'expired'] },
  activate: { done: ['active'] },
  cancel: { done: ['cancelled', 'expired'] },
} as const satisfies Record<string, { done: Status[] }>;

const maxReasonLength = 127;

/** Changes the state of a subscription. When PayPal refuses, reads its state to find out whether it was done before. */
export async function changeStatus(
  client: PaypalClient,
  { change, id, reason }: { change: keyof typeof changes; id: string; reason: string },
): Promise<void> {
  const body = { reason: reason.trim().slice(0, maxReasonLength) || 'As asked by the customer' };
  const post = () =>
    client.withSdk(change, async ({ subscriptions }) => {
      if (change === 'suspend') await subscriptions.suspendSubscription({ id, body });
      else if (change === 'activate') await subscriptions.activateSubscription({ id, body });
      else await subscriptions.cancelSubscription({ id, body });
    });
  try {
    await repeatOnce(post, { evenAfterTimeout: true });
  } catch (error) {
    if (!(error instanceof ProviderError) || error.kind !== 'refused') throw error;
    const found = await readSubscription(id, client);
    const done: readonly Status[] = changes[change].done;
    if (!found || !done.includes(toStatus(found))) throw error;
  }
}

/**
 * Gives a payment back. PayPal remembers the key for hours only; after that, a payment that is fully refunded cannot be
 * refunded again. Returns the id of a refund that is pending, which may still fail; null when it is complete.
 */
export async function refundPayment(
  client: PaypalClient,
  { paymentId, amountCents, currency, key }: RefundRequest,
): Promise<Refunded> {
  const body = { amount: { currencyCode: currency, value: toDecimal(amountCents) } };
  const refund = () =>
    client.withSdk('refund', (sdk) =>
      sdk.payments.refundCapturedPayment({
        captureId: paymentId,
        paypalRequestId: key,
        prefer: 'return=representation',
        body,
      }),
    );
  try {
    const { result } = await repeatOnce(refund, { evenAfterTimeout: true });
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
