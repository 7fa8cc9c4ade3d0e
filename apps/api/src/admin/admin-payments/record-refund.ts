import { AppError } from '@picksync/contracts';
import type { Tx } from '@picksync/db';
import { formatMoney } from '../../base/amounts.ts';
import type { Context } from '../../base/context.ts';
import { isPaymentProvider } from '../../base/payments/payment-provider.ts';
import { applyPart } from '../../billing/subscriptions/apply-refunds.ts';
import { getMaxRefund } from './list-settlements.ts';
import { markSettled, type PaymentRow } from './payments-to-settle.store.ts';

/** A payment, and how much of it is back according to an administrator. */
export type RowWithEntry = PaymentRow & { entered: number | undefined };

/**
 * Records a refund that was made elsewhere, with a receipt, as if the provider had reported it. Throws
 * `validation_failed` for an amount that cannot be back.
 */
export async function recordRefund(context: Context, tx: Tx, row: RowWithEntry): Promise<string> {
  const { id, userId, provider, reference, currency, planName, entered = 0 } = row;
  const [cents, most] = [Math.round(entered * 100), getMaxRefund(row)];
  if (cents < 1 || cents > most || !isPaymentProvider(provider)) {
    const message = `Please enter what is back, at most ${formatMoney(most, currency)}`;
    throw new AppError('validation_failed', { errors: { refunded: message } });
  }
  const payment = await tx.paymentTransaction.findUniqueOrThrow({ where: { id } });
  const truth = { reference: reference ?? '', payer: { name: payment.payerName } };
  const checkout = { userId, plan: { name: planName ?? 'Payment' } };
  await applyPart(context, tx, { provider, truth, checkout, row: payment, cents, now: context.now() });
  await markSettled(tx, { id, at: context.now() });
  return `${formatMoney(cents, currency)} is on the books as given back.`;
}
