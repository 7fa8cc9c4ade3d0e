import type { Db, PaymentProvider, PaymentTransaction, Prisma, Tx } from '@picksync/db';
import { toCents, toDecimal } from '../../../base/amounts.ts';
import type { Context } from '../../../base/context.ts';
import { isPaymentProvider, type ProviderReference } from '../../../base/payments/payment-provider.ts';

/** Returns what the books have of a provider's subscription or link, oldest first. */
export function findTransactions(db: Db, { provider, reference }: ProviderReference) {
  return db.paymentTransaction.findMany({
    where: { provider, providerSubscriptionId: reference },
    orderBy: [{ paymentDate: 'asc' }, { id: 'asc' }],
  });
}

export function insertTransaction(tx: Tx, data: Prisma.PaymentTransactionUncheckedCreateInput) {
  return tx.paymentTransaction.create({ data });
}

export function updateTransaction(tx: Tx, id: string, data: Prisma.PaymentTransactionUncheckedUpdateInput) {
  return tx.paymentTransaction.update({ where: { id }, data });
}

/** Returns the payments of a subscription, the newest period first. */
export function findPayments(tx: Tx, subscriptionId: string): Promise<PaymentTransaction[]> {
  return tx.paymentTransaction.findMany({
    where: { subscriptionId, transactionType: 'payment', periodStart: { not: null } },
    orderBy: { periodStart: 'desc' },
  });
}

/**
 * Returns the payments of a provider's subscription or link that we still have to refund, unless the provider refused the
 * refund. A payment that the provider does not list yet has no id and cannot be refunded.
 */
export function findRefundsDue(db: Db, { provider, reference }: ProviderReference): Promise<RefundDue[]> {
  return db.$queryRaw<RefundDue[]>`
    SELECT t.id, t.provider_transaction_id AS "paymentId", t.currency,
      (coalesce(sum(r.amount), 0) * 100)::int AS "givenCents",
      (SELECT count(*)::int FROM payment_transactions f WHERE f.refund_of_id = t.id AND f.status = 'failed') AS "failedRefunds",
      (t.refund_due_cents - coalesce(sum(r.amount), 0) * 100)::int AS "dueCents"
    FROM payment_transactions t
    LEFT JOIN payment_transactions r ON r.refund_of_id = t.id AND r.status IN ('paid', 'pending')
    WHERE t.provider = ${provider}::payment_provider AND t.provider_subscription_id = ${reference}
      AND t.refund_due_cents > 0 AND t.refund_refused_at IS NULL AND t.provider_transaction_id IS NOT NULL
    GROUP BY t.id HAVING coalesce(sum(r.amount), 0) * 100 < t.refund_due_cents
    ORDER BY t.id`;
}

export type RefundDue = {
  id: string;
  paymentId: string;
  currency: string;
  /** How much is back already, by anybody. */
  givenCents: number;
  /** What is missing. */
  dueCents: number;
  /** Refunds of it that were on their way and failed. */
  failedRefunds: number;
};

/**
 * Records a refund that the provider has accepted and not completed. Nothing is booked before it is complete: it may still
 * fail. Does nothing when it is recorded already.
 */
export async function recordPendingRefund(
  db: Db,
  { id, of, cents, at }: { id: string; of: string; cents: number; at: Date },
): Promise<void> {
  const payment = await db.paymentTransaction.findUniqueOrThrow({ where: { id: of } });
  const data = { ...toRefundRow(payment, { id, cents, status: 'pending', paymentDate: at }), createdAt: at };
  await db.paymentTransaction.createMany({ data, skipDuplicates: true });
}

type Refund = Pick<PaymentTransaction, 'status' | 'paymentDate'> & { id: string; cents: number };

/** Returns the row of a refund of a payment; `id` is the provider's. */
export function toRefundRow(payment: PaymentTransaction, { id, cents, status, paymentDate }: Refund) {
  const { userId, subscriptionId, provider, providerSubscriptionId, currency } = payment;
  return {
    userId,
    subscriptionId,
    provider,
    providerSubscriptionId,
    providerTransactionId: id,
    transactionType: 'refund',
    refundOfId: payment.id,
    amount: toDecimal(cents),
    currency,
    status,
    paymentDate,
    paymentMethod: provider,
  } as const;
}

/** Records that the provider refuses a refund that is due, for an administrator to look at. */
export async function noteRefusedRefund(
  db: Db,
  { id, refusal, at }: { id: string; refusal: string | null; at: Date },
): Promise<void> {
  await db.paymentTransaction.update({
    where: { id },
    data: { refundRefusedAt: at, refundRefusal: refusal, settledAt: null },
  });
}

/** Returns a payment or refund by the provider's id; null when it is not on the books. */
export function findTransaction(db: Db, { provider, id }: { provider: PaymentProvider; id: string }) {
  return db.paymentTransaction.findUnique({
    where: { provider_providerTransactionId: { provider, providerTransactionId: id } },
  });
}

/** Returns the refunds of a payment, done or on their way. */
export function findRefunds(tx: Tx, paymentId: string): Promise<PaymentTransaction[]> {
  return tx.paymentTransaction.findMany({
    where: { refundOfId: paymentId, status: { in: ['paid', 'pending'] } },
  });
}

/** Returns how many cents of a payment are refunded, or on their way. */
export async function sumRefunds(tx: Tx, paymentId: string): Promise<number> {
  return addUp(await findRefunds(tx, paymentId));
}

/** Returns how many cents of a payment are refunded. What is on its way may still fail. */
export async function sumPaidRefunds(tx: Tx, paymentId: string): Promise<number> {
  return addUp((await findRefunds(tx, paymentId)).filter(({ status }) => status === 'paid'));
}

function addUp(refunds: readonly PaymentTransaction[]): number {
  return refunds.reduce((sum, { amount }) => sum + toCents(amount), 0);
}

/**
 * Records that up to `cents` of a payment have to be refunded, if they are not back yet, and tells the payer. A job
 * makes the refund. Returns how many cents that is.
 */
export async function scheduleRefund(
  context: Context,
  tx: Tx,
  { payment, cents }: { payment: PaymentTransaction; cents: number },
): Promise<number> {
  const { id, provider, providerSubscriptionId: reference, amount } = payment;
  if (!reference || !isPaymentProvider(provider)) return 0;
  const before = Math.max(await sumRefunds(tx, id), payment.refundDueCents);
  const taken = Math.min(cents, toCents(amount) - before);
  if (taken <= 0) return 0;
  await updateTransaction(tx, id, { refundDueCents: before + taken, refundRefusedAt: null });
  await context.queue.send(tx, 'refresh-subscription', { provider, reference });
  const mail = taken === toCents(amount) ? 'unused_payment_refunded' : 'unused_payment_part_refunded';
  await context.sendMailLater(tx, { mail, transactionId: id, key: id });
  return taken;
}

/** Requests the refund of paid periods that follow one which is no longer paid, because they cannot be used. */
export async function scheduleRefundsAfter(
  context: Context,
  tx: Tx,
  { subscriptionId, after }: { subscriptionId: string; after: Date },
): Promise<void> {
  for (const payment of await findPayments(tx, subscriptionId)) {
    if (payment.periodStart && payment.periodStart > after) {
      await scheduleRefund(context, tx, { payment, cents: toCents(payment.amount) });
    }
  }
}
