import type { SubscriptionTransactionDetails } from '@paypal/paypal-server-sdk';
import { hasCents, parseCents } from '../../../base/amounts.ts';
import type { ProviderPayment } from '../../../base/payments/payment-provider.ts';
import { ProviderError } from '../provider-error.ts';
import { repeatOnce } from '../provider-transport.ts';
import type { PaypalClient } from './paypal-client.ts';

type Window = { from: Date; until: Date };

/** How often a window that does not fit on one page is halved at most. */
const maxHalvings = 6;

/**
 * Returns all transactions in a window. PayPal's list has no page numbers: a window with more than one page is halved
 * until each part has one.
 */
export async function listTransactions(
  id: string,
  window: Window,
  client: PaypalClient,
  halvings = 0,
): Promise<SubscriptionTransactionDetails[]> {
  const [startTime, endTime] = [window.from, window.until].map((time) => time.toISOString());
  if (startTime === undefined || endTime === undefined) return [];
  const list = () =>
    client.withSdk('list transactions', (sdk) =>
      sdk.subscriptions.listSubscriptionTransactions({ id, startTime, endTime }),
    );
  const { transactions = [], totalPages = 1, totalItems } = (await repeatOnce(list)).result;
  const isWhole = totalPages <= 1 && (totalItems === undefined || totalItems <= transactions.length);
  if (isWhole) return transactions;
  if (halvings === maxHalvings) throw unknown('TOO_MANY');
  const middle = new Date((window.from.getTime() + window.until.getTime()) / 2);
  const halves = [
    await listTransactions(id, { ...window, until: middle }, client, halvings + 1),
    await listTransactions(id, { ...window, from: middle }, client, halvings + 1),
  ];
  // A transaction exactly in the middle is in both halves.
  return [...new Map(halves.flat().map((transaction) => [transaction.id, transaction])).values()];
}

const statuses: Record<string, Pick<ProviderPayment, 'status' | 'takenBack'>> = {
  COMPLETED: { status: 'paid', takenBack: 'nothing' },
  PENDING: { status: 'pending', takenBack: 'nothing' },
  DECLINED: { status: 'failed', takenBack: 'nothing' },
  FAILED: { status: 'failed', takenBack: 'nothing' },
  PARTIALLY_REFUNDED: { status: 'paid', takenBack: 'part' },
  REFUNDED: { status: 'paid', takenBack: 'all' },
};

/** Returns a transaction as payments: with its refund, when it was fully refunded. */
export function toPayments(transaction: SubscriptionTransactionDetails): ProviderPayment[] {
  const { id, status, amountWithBreakdown, time } = transaction;
  const known = statuses[status ?? ''];
  const gross = amountWithBreakdown.grossAmount;
  const cents = parseCents(gross.value);
  const at = new Date(time);
  const isReadable = id !== '' && hasCents(gross.currencyCode) && !Number.isNaN(at.getTime());
  if (!known || cents === null || !isReadable) throw unknown(status ?? 'NO_STATUS');
  const amount = { amountCents: Math.abs(cents), currency: gross.currencyCode };
  if (cents < 0) return [{ ...amount, ...known, id, kind: 'refund', at, of: null }];
  const payment: ProviderPayment = { ...amount, ...known, id, kind: 'payment', at, of: null };
  if (known.takenBack !== 'all') return [payment];
  const refund: ProviderPayment = {
    ...amount,
    id: `${id}:refund`,
    kind: 'refund',
    status: 'paid',
    at: null,
    of: id,
    takenBack: 'nothing',
  };
  return [payment, refund];
}

function unknown(code: string): ProviderError {
  return new ProviderError({ provider: 'paypal', call: 'list transactions', kind: 'unknown', code });
}
