import type { PaymentTransaction, Tx } from '@picksync/db';
import { toCents } from '../../../base/amounts.ts';
import type { Context } from '../../../base/context.ts';
import type {
  ProviderPayment,
  ProviderReference,
  ProviderTruth,
} from '../../../base/payments/payment-provider.ts';
import type { CheckoutWithPlan } from '../../checkouts/checkouts.store.ts';
import { findTransactions, updateTransaction } from '../money/transactions.store.ts';

/** A payment as we know it. The id is null until the provider lists the payment. */
export type KnownPayment = Omit<ProviderPayment, 'id'> & { id: string | null };

type Case = { provider: ProviderReference['provider']; truth: ProviderTruth; checkout: CheckoutWithPlan };

/**
 * Returns the first payment of a checkout if the provider reports it but does not list it yet; null otherwise. The amount
 * and currency must be exactly those of the checkout. Later payments are not needed early: their plan runs already.
 */
export async function findUnlistedPayment(
  tx: Tx,
  { provider, truth, checkout }: Case,
): Promise<KnownPayment | null> {
  const { reference, lastPayment, payments } = truth;
  if (!lastPayment || payments.length > 0 || checkout.subscriptionId !== null) return null;
  if (checkout.providerReference !== reference) return null;
  const { amountCents, currency, at } = lastPayment;
  if (amountCents !== checkout.amountCents || currency !== checkout.currency) return null;
  if ((await findTransactions(tx, { provider, reference })).length > 0) return null;
  const isWhole = { kind: 'payment', status: 'paid', of: null, refunded: 'nothing' } as const;
  return { ...isWhole, id: null, amountCents, currency, at };
}

/** Returns the payment on the books that has no id yet, where a listed payment is the same one. */
export async function findUnnamed(
  tx: Tx,
  { provider, reference, payment }: ProviderReference & { payment: KnownPayment },
): Promise<PaymentTransaction | null> {
  const unnamed = await tx.paymentTransaction.findFirst({
    where: {
      provider,
      providerSubscriptionId: reference,
      providerTransactionId: null,
      transactionType: 'payment',
    },
  });
  const isSame =
    unnamed && toCents(unnamed.amount) === payment.amountCents && unnamed.currency === payment.currency;
  return isSame ? unnamed : null;
}

/** Gives a payment the id by which its provider lists it. */
export async function nameUnlisted(
  tx: Tx,
  { row, payment }: { row: PaymentTransaction; payment: KnownPayment },
): Promise<void> {
  await updateTransaction(tx, row.id, {
    providerTransactionId: payment.id,
    ...(payment.at && { paymentDate: payment.at }),
  });
}

/** How many minutes after the payer has agreed a provider is asked again for a payment that it does not list. */
export const looksAfterMinutes = [1, 2, 5, 10, 20, 40, 60];

/** Enqueues looks for a payment that is not listed yet. They wait beside the look that an event asks for. */
export async function lookAgainLater(
  context: Context,
  tx: Tx,
  { provider, reference, at }: ProviderReference & { at: Date },
): Promise<void> {
  for (const minutes of looksAfterMinutes) {
    const key = `${provider}:${reference}:after-${minutes}`;
    const startAfter = new Date(at.getTime() + minutes * 60_000);
    const lookup = { provider, reference };
    await context.queue.send(tx, 'refresh-subscription', lookup, { key, startAfter });
  }
}
