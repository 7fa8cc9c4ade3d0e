import type { Tx } from '@picksync/db';
import type { PaymentProviderName, ProviderHint } from '../payments/payment-provider.ts';

/** Returns the subscription or link that a payment belongs to, where we have recorded it; some events name only the payment. */
export async function findReference(
  tx: Tx,
  { provider, paymentId }: { provider: PaymentProviderName; paymentId: string | null },
): Promise<string | null> {
  if (paymentId === null) return null;
  const payment = await tx.paymentTransaction.findUnique({
    where: { provider_providerTransactionId: { provider, providerTransactionId: paymentId } },
    select: { providerSubscriptionId: true },
  });
  return payment?.providerSubscriptionId ?? null;
}

/** Saves the receipt of an event; returns false when it was received before. One that leads nowhere is done with it. */
export async function saveProviderEvent(
  tx: Tx,
  event: ProviderHint & { provider: PaymentProviderName; at: Date },
): Promise<boolean> {
  const { provider, key: providerEventId, type, reference, paymentId, at: receivedAt } = event;
  const done = reference === null ? { processedAt: receivedAt, outcome: 'nothing' } : {};
  const { count } = await tx.providerEvent.createMany({
    data: { provider, providerEventId, type, reference, paymentId, receivedAt, ...done },
    skipDuplicates: true,
  });
  return count === 1;
}
