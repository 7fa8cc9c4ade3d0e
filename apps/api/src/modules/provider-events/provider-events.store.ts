import type { Tx } from '@picksync/db';
import type { PaymentProviderName, ProviderHint } from '../payments/payment-provider.ts';

/**
 * Saves the receipt of an event; returns false when it was received before. An event without a reference needs nothing
 * more.
 */
export async function saveProviderEvent(
  tx: Tx,
  event: ProviderHint & { provider: PaymentProviderName; at: Date },
): Promise<boolean> {
  const { provider, key: providerEventId, type, reference, paymentId, refundId, at: receivedAt } = event;
  const done = reference === null ? { processedAt: receivedAt, outcome: 'nothing' } : {};
  const { count } = await tx.providerEvent.createMany({
    data: { provider, providerEventId, type, reference, paymentId, refundId, receivedAt, ...done },
    skipDuplicates: true,
  });
  return count === 1;
}
