import { type Db, Prisma, type Tx } from '@picksync/db';
import type {
  MoneyClaim,
  PaymentProviderName,
  ProviderReference,
  VerifiedEvent,
} from '../../base/payments/payment-provider.ts';

type Received = VerifiedEvent & { provider: PaymentProviderName; at: Date };

/** Saves the receipt of an event and returns its id; null when it was received before. */
export async function saveProviderEvent(tx: Tx, event: Received): Promise<string | null> {
  const { key: providerEventId, at: receivedAt, claim, checkoutId: _, ...named } = event;
  const [row] = await tx.providerEvent.createManyAndReturn({
    data: {
      ...named,
      providerEventId,
      ...toClaimed(claim),
      receivedAt,
    },
    skipDuplicates: true,
    select: { id: true },
  });
  return row?.id ?? null;
}

/** The largest whole number of a column. */
const maxInteger = 2 ** 31 - 1;

/**
 * Returns the columns of a claim. No payment of ours has an amount or a time that they cannot hold: it counts as absent, because a
 * provider repeats an event that fails, and switches its webhook off.
 */
function toClaimed(claim: MoneyClaim | null) {
  const { amountCents: cents = null, currency = null, at = null } = claim ?? {};
  const isTime = at !== null && at.getUTCFullYear() <= 9999;
  return {
    claimedCents: cents !== null && cents <= maxInteger ? cents : null,
    claimedCurrency: currency,
    claimedAt: isTime ? at : null,
  };
}

/** Assigns an event to a reference. Refreshing that reference records the result. */
export async function assignReference(
  db: Db,
  { id, reference, paymentId }: { id: string; reference: string; paymentId: string | null },
): Promise<void> {
  await db.providerEvent.update({ where: { id }, data: { reference, ...(paymentId && { paymentId }) } });
}

type Conclusion = { id: string; detail: string; at: Date };

/** Records that an event needs no action, or that its payment is unknown. */
export async function concludeEvent(
  db: Db,
  { id, outcome, detail, at }: Conclusion & { outcome: 'applied' | 'nothing' | 'unassigned' },
): Promise<void> {
  await db.providerEvent.update({
    where: { id },
    data: { outcome, detail, processedAt: at, attempts: { increment: 1 } },
  });
}

/** Records a failed try that will be repeated. */
export async function noteFailedTry(db: Db, { id, detail }: Omit<Conclusion, 'at'>): Promise<void> {
  await db.providerEvent.update({
    where: { id },
    data: { outcome: 'failed', detail, attempts: { increment: 1 } },
  });
}

type DisputeConclusion = Omit<Conclusion, 'id'> & {
  provider: PaymentProviderName;
  disputeId: string;
  outcome: 'applied' | 'unassigned' | 'failed';
  isDone: boolean;
};

/** Records the result of the events about a dispute that name no payment we know. */
export async function concludeDisputeEvents(db: Db, conclusion: DisputeConclusion): Promise<void> {
  const { provider, disputeId, outcome, detail, at, isDone } = conclusion;
  await db.providerEvent.updateMany({
    where: { provider, disputeId, reference: null, processedAt: null, receivedAt: { lte: at } },
    data: { outcome, detail, attempts: { increment: 1 }, ...(isDone && { processedAt: at }) },
  });
}

type Claim = { provider: PaymentProviderName; cents: number; currency: string; at: Date };

/** How long after a payment a bank may reverse it, and the tolerance for differing clocks. */
const reversibleMs = 180 * 24 * 60 * 60_000;
const dayMs = 24 * 60 * 60_000;

/**
 * Returns the payments and checkouts that an amount may belong to: payments of at least as much that are not refunded, and
 * checkouts that may have been paid. Exact amounts come first, then the newest.
 */
export async function findCandidates(
  db: Db,
  { provider, cents, currency, at }: Claim,
  limit: number,
): Promise<ProviderReference[]> {
  const [from, until] = [new Date(at.getTime() - reversibleMs), new Date(at.getTime() + dayMs)];
  const rows = await db.$queryRaw<{ reference: string }[]>`
    SELECT reference FROM (
      SELECT t.provider_subscription_id AS reference, t.payment_date AS at, t.amount * 100 = ${cents} AS "isSame"
      FROM payment_transactions t
      WHERE t.provider = ${provider}::payment_provider AND t.currency = ${currency} AND t.status = 'paid'
        AND t.transaction_type <> 'refund' AND t.amount * 100 >= ${cents}
        AND t.provider_subscription_id IS NOT NULL AND t.payment_date BETWEEN ${from} AND ${until}
      UNION ALL
      SELECT c.provider_reference, c.created_at, true FROM checkouts c
      WHERE c.provider = ${provider}::payment_provider AND c.currency = ${currency} AND c.status = 'open'
        AND c.amount_cents = ${cents} AND c.provider_reference IS NOT NULL AND c.created_at <= ${until}
    ) found
    GROUP BY reference ORDER BY bool_or("isSame") DESC, max(at) DESC LIMIT ${limit}`;
  return rows.map(({ reference }) => ({ provider, reference }));
}

/** Returns a payment or refund of an amount that was recorded since; null where there is none, or more than one. */
export async function findRecordedSince(
  db: Db,
  { provider, cents, currency, at }: Claim,
  references: readonly string[],
): Promise<{ reference: string; paymentId: string | null } | null> {
  if (references.length === 0) return null;
  const rows = await db.$queryRaw<{ reference: string; paymentId: string | null }[]>`
    SELECT t.provider_subscription_id AS reference,
      coalesce(p.provider_transaction_id, t.provider_transaction_id) AS "paymentId"
    FROM payment_transactions t LEFT JOIN payment_transactions p ON p.id = t.refund_of_id
    WHERE t.provider = ${provider}::payment_provider AND t.currency = ${currency} AND t.amount * 100 = ${cents}
      AND t.created_at >= ${at} AND t.provider_subscription_id IN (${Prisma.join([...references])})
    LIMIT 2`;
  return rows.length === 1 ? (rows[0] ?? null) : null;
}
