import type { Db } from '@picksync/db';
import type {
  PaymentProvider,
  ProviderPayment,
  ProviderRefund,
  ProviderTruth,
} from '../../base/payments/payment-provider.ts';

/** Each refund costs a call; of more than these, the oldest are left out. */
const maxRefunds = 20;

/**
 * Adds the refunds and chargebacks that the provider's list lacks or shows without an amount: reads those named by events.
 * Throws `ProviderError`.
 */
export async function withPartialRefunds(
  truth: ProviderTruth,
  provider: PaymentProvider,
  db: Db,
): Promise<ProviderTruth> {
  const parts = truth.payments.filter(
    ({ kind, status, takenBack }) => kind === 'payment' && status === 'paid' && takenBack !== 'all',
  );
  if (!provider.readRefund || parts.length === 0) return truth;
  const refunds: ProviderRefund[] = [];
  const paymentIds = parts.map(({ id }) => id);
  for (const id of await findNamedRefunds(db, { provider: provider.name, paymentIds })) {
    const refund = await provider.readRefund(id);
    if (refund) refunds.push(refund);
  }
  return {
    ...truth,
    payments: [...truth.payments, ...parts.flatMap((payment) => totalOf(payment, refunds))],
  };
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
function totalOf(payment: ProviderPayment, refunds: readonly ProviderRefund[]): ProviderPayment[] {
  const own = refunds.filter((one) => one.paymentId === payment.id && one.currency === payment.currency);
  if (own.length === 0) return [];
  const sum = own.reduce((cents, { amountCents }) => cents + amountCents, 0);
  const total = Math.max(sum, ...own.map(({ totalCents }) => totalCents ?? 0));
  const { id, currency, amountCents } = payment;
  return [
    {
      id: `${id}:refund`,
      kind: 'refund',
      status: 'paid',
      amountCents: Math.min(total, amountCents),
      currency,
      at: null,
      of: id,
      takenBack: 'nothing',
    },
  ];
}
