import type { Db } from '@picksync/db';
import type {
  PaymentProvider,
  ProviderPayment,
  ProviderReference,
  ProviderRefund,
  ProviderState,
} from '../../../base/payments/payment-provider.ts';

/** Each refund costs a call; of more than these, the oldest are left out. */
const maxRefunds = 20;

/** How much of a payment is back in all, by the provider's answer to a refund that we have just made. */
export type MadeRefund = { paymentId: string; totalCents: number };

/**
 * Adds the refunds and chargebacks that the provider's list lacks or shows without an amount: those that we have just made, those
 * named by events, which are read, and those that were pending. Throws `ProviderError`.
 */
export async function withPartialRefunds(
  state: ProviderState,
  provider: PaymentProvider,
  { db, made }: { db: Db; made: readonly MadeRefund[] },
): Promise<ProviderState> {
  const paid = state.payments.filter(({ kind, status }) => kind === 'payment' && status === 'paid');
  const { name, readRefund } = provider;
  if (!readRefund || paid.length === 0) return state;
  const pendingIds = await findPendingRefunds(db, { provider: name, reference: state.reference });
  const ended = (await readAll(pendingIds, readRefund)).filter(({ status }) => status !== 'pending');
  const parts = paid.filter(({ refunded }) => refunded !== 'all');
  const paymentIds = parts.map(({ id }) => id);
  const named = await readAll(await findNamedRefunds(db, { provider: name, paymentIds }), readRefund);
  const refunds = named.filter(({ status }) => status === 'paid');
  return {
    ...state,
    payments: [
      ...state.payments,
      ...ended.map(toPayment),
      ...parts.flatMap((payment) => addUp(payment, refunds, made)),
    ],
  };
}

type ReadRefund = NonNullable<PaymentProvider['readRefund']>;

async function readAll(ids: readonly string[], readRefund: ReadRefund): Promise<ProviderRefund[]> {
  const refunds: ProviderRefund[] = [];
  for (const id of ids) {
    const refund = await readRefund(id);
    if (refund) refunds.push(refund);
  }
  return refunds;
}

function toPayment(refund: Omit<ProviderRefund, 'totalCents'>): ProviderPayment {
  const { id, paymentId: of, status, amountCents, currency } = refund;
  return { id, kind: 'refund', status, amountCents, currency, at: null, of, refunded: 'nothing' };
}

/** Returns the ids of refunds that we made and that were pending when last looked at. */
async function findPendingRefunds(db: Db, { provider, reference }: ProviderReference): Promise<string[]> {
  const rows = await db.paymentTransaction.findMany({
    where: {
      provider,
      providerSubscriptionId: reference,
      transactionType: 'refund',
      status: 'pending',
      providerTransactionId: { not: null },
    },
    orderBy: { createdAt: 'desc' },
    select: { providerTransactionId: true },
    take: maxRefunds,
  });
  return rows.flatMap(({ providerTransactionId }) => providerTransactionId ?? []);
}

async function findNamedRefunds(
  db: Db,
  { provider, paymentIds }: { provider: PaymentProvider['name']; paymentIds: string[] },
): Promise<string[]> {
  const events = await db.providerEvent.findMany({
    where: { provider, paymentId: { in: paymentIds }, refundId: { not: null } },
    orderBy: [{ receivedAt: 'desc' }, { id: 'desc' }],
    select: { refundId: true },
    take: maxRefunds,
  });
  return [...new Set(events.flatMap(({ refundId }) => refundId ?? []))];
}

/** Returns what was refunded of a payment in all, as one refund. An event may be missing, so the highest total of a refund counts too. */
function addUp(
  payment: ProviderPayment,
  refunds: readonly ProviderRefund[],
  made: readonly MadeRefund[],
): ProviderPayment[] {
  const { id: paymentId, currency } = payment;
  const own = refunds.filter((one) => one.paymentId === paymentId && one.currency === currency);
  const sum = own.reduce((cents, { amountCents }) => cents + amountCents, 0);
  const answers = [...own, ...made.filter((one) => one.paymentId === paymentId)];
  const total = Math.max(sum, ...answers.map(({ totalCents }) => totalCents ?? 0));
  if (total === 0) return [];
  const amountCents = Math.min(total, payment.amountCents);
  return [toPayment({ id: `${paymentId}:refund`, paymentId, status: 'paid', amountCents, currency })];
}
