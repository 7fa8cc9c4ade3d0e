import type { PaymentTransaction, Plan, Tx } from '@picksync/db';
import { toCents, toDecimal } from '../../../base/amounts.ts';
import type { Context } from '../../../base/context.ts';
import type {
  PaymentProviderName,
  ProviderPayment,
  ProviderReference,
  ProviderState,
} from '../../../base/payments/payment-provider.ts';
import type { CheckoutWithPlan } from '../../checkouts/checkouts.ts';
import { issueReceipt } from '../../receipts/issue-receipt.ts';
import { findTransactions, insertTransaction, updateTransaction } from './transactions.ts';

export type PaymentCase = {
  provider: PaymentProviderName;
  state: ProviderState;
  checkout: CheckoutWithPlan;
  payment: KnownPayment;
  now: Date;
};

export type PaidCase = PaymentCase & { row: PaymentTransaction | null };

type Bought = {
  subscriptionId: string | null;
  period: { start: Date; end: Date } | null;
  plan: Pick<Plan, 'id' | 'name'>;
  /** Whether discount and credit of its checkout are on the receipt. */
  hasDiscount: boolean;
  /** How much of it has to be refunded at once. */
  refundDueCents?: number;
};

/** Records a payment that has arrived, once, with its receipt. */
export async function recordPaid(
  context: Context,
  tx: Tx,
  paid: PaidCase & Bought,
): Promise<PaymentTransaction> {
  const { payment, checkout, state, subscriptionId, period, refundDueCents = 0, now } = paid;
  const transaction = await writePayment(tx, paid, {
    transactionType: 'payment',
    subscriptionId,
    refundDueCents,
    periodStart: period?.start ?? null,
    nextBillingDate: period?.end ?? null,
  });
  await issueReceipt(context, tx, {
    userId: checkout.userId,
    transaction,
    plan: paid.plan,
    totalCents: payment.amountCents,
    lines: toLines(paid),
    payerName: state.payer.name,
    // Later periods are taxed at the rates of their day.
    agreedTax: checkout.subscriptionId === null ? checkout.tax : null,
    at: now,
  });
  return transaction;
}

/** Discount and credit are on the receipt of the period that its checkout was for. */
function toLines({ payment, checkout, plan, hasDiscount }: PaymentCase & Bought) {
  if (!hasDiscount) return [{ label: plan.name, detail: 'One month', cents: payment.amountCents }];
  const { kind, priceCents, discountCents, creditCents } = checkout;
  const minus = (label: string, cents: number) => (cents > 0 ? [{ label, detail: null, cents: -cents }] : []);
  return [
    { label: plan.name, detail: 'One month', cents: priceCents },
    ...minus('Coupon', discountCents),
    ...minus(kind === 'renewal' ? 'Your credit' : 'Unused days of the plan before', creditCents),
  ];
}

/** Returns whether the money of a payment was on the books before. */
export function isRecorded({ status }: PaymentTransaction): boolean {
  return status === 'paid' || status === 'refunded';
}

/** Records a payment that has not arrived, or not yet; returns the number of changes. */
export async function recordUnpaid(
  tx: Tx,
  unpaid: PaidCase & { subscriptionId: string | null },
): Promise<number> {
  const { row, payment, subscriptionId } = unpaid;
  const isForward = row === null || (row.status === 'pending' && payment.status === 'failed');
  if (!isForward) return 0;
  await writePayment(tx, unpaid, { transactionType: 'payment', subscriptionId });
  return 1;
}

/** Records payments that do not agree with their checkout; they buy nothing, and the payer is told of each. */
export async function recordUnmatched(context: Context, tx: Tx, report: Omit<PaymentCase, 'payment'>) {
  const { provider, state } = report;
  const known = await findTransactions(tx, { provider, reference: state.reference });
  for (const payment of state.payments) {
    const row = known.find(({ providerTransactionId }) => providerTransactionId === payment.id) ?? null;
    if (payment.kind !== 'payment' || payment.status !== 'paid' || (row && isRecorded(row))) continue;
    await recordUnmatchedPayment(context, tx, { ...report, payment, row });
  }
}

export async function recordUnmatchedPayment(context: Context, tx: Tx, unmatched: PaidCase): Promise<void> {
  const { id } = await writePayment(tx, unmatched, { transactionType: 'unmatched' });
  await context.sendMailLater(tx, { mail: 'payment_unmatched', transactionId: id, key: id });
}

type Writing = Pick<PaidCase, 'provider' | 'payment' | 'row' | 'now'> & {
  state: Pick<ProviderState, 'reference' | 'payer'>;
  /** Null for an account that is gone: nothing of its payer is kept. */
  checkout: CheckoutWithPlan | null;
};

type Columns = Partial<
  Pick<PaymentTransaction, 'subscriptionId' | 'refundDueCents' | 'periodStart' | 'nextBillingDate'>
> & { transactionType: 'payment' | 'unmatched' };

/** Writes a payment to its row, or to a new one. */
export function writePayment(
  tx: Tx,
  { row, provider, state, checkout, payment, now }: Writing,
  columns: Columns,
): Promise<PaymentTransaction> {
  const what = {
    status: payment.status,
    amount: toDecimal(payment.amountCents),
    currency: payment.currency,
    paymentDate: payment.at ?? now,
    ...columns,
  };
  if (row) return updateTransaction(tx, row.id, what);
  const { reference, payer } = state;
  return insertTransaction(tx, {
    provider,
    providerSubscriptionId: reference,
    providerTransactionId: payment.id,
    paymentMethod: provider,
    createdAt: now,
    ...(checkout && {
      userId: checkout.userId,
      billingCycle: checkout.plan.billingCycle,
      payerEmail: payer.email,
      payerName: payer.name,
      payerId: payer.id,
    }),
    ...what,
  });
}

/** A payment as we know it. The id is null until the provider lists the payment. */
type KnownPayment = Omit<ProviderPayment, 'id'> & { id: string | null };

type Case = { provider: ProviderReference['provider']; state: ProviderState; checkout: CheckoutWithPlan };

/**
 * Returns the first payment of a checkout if the provider reports it but does not list it yet; null otherwise. The amount
 * and currency must be exactly those of the checkout. Later payments are not needed early: their plan runs already.
 */
export async function findUnlistedPayment(
  tx: Tx,
  { provider, state, checkout }: Case,
): Promise<KnownPayment | null> {
  const { reference, lastPayment, payments } = state;
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
