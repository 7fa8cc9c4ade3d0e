import { parseCents, toDecimal } from '../../../base/amounts.ts';
import type { ProviderTruth, Refunded, RefundRequest } from '../../../base/payments/payment-provider.ts';
import { ProviderError } from '../provider-error.ts';
import { readSubscription, toStatus } from './fetch-subscription.ts';
import type { PaypalClient, PaypalSdk } from './paypal-client.ts';

type Status = ProviderTruth['status'];

type Change = 'suspend' | 'activate' | 'cancel';

/** The states in which a change is done already. */
const doneStates: Record<Change, Status[]> = {
  suspend: ['suspended', 'cancelled', 'expired'],
  activate: ['active'],
  cancel: ['cancelled', 'expired'],
};

const maxReasonLength = 127;

/** Changes the state of a subscription. When PayPal refuses, reads its state to find out whether it was done before. */
export async function changeStatus(
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
export async function refundPayment(
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
