import { type Db, type Dispute, Prisma, type Tx } from '@picksync/db';
import { belowPositionSql, type Position } from '../../base/cursor.ts';
import type { PaymentProviderName, ProviderDispute } from '../../base/payments/payment-provider.ts';

type Told = {
  provider: PaymentProviderName;
  told: ProviderDispute;
  at: Date;
  /** Whether it was read after it was known to be closed. */
  mayReopen: boolean;
};

/**
 * Saves a dispute as its provider reports it. Returns the row, and the earlier one: null for a new dispute. Saves nothing
 * and returns null for one that would be reopened and may not be.
 */
export async function saveDispute(
  tx: Tx,
  { provider, told, at, mayReopen }: Told,
): Promise<{ before: Dispute | null; dispute: Dispute } | null> {
  const { id: providerDisputeId, ...facts } = told;
  const key = { provider, providerDisputeId };
  const closedAt = told.status === 'closed' ? at : null;
  const [created] = await tx.dispute.createManyAndReturn({
    data: { ...key, ...facts, closedAt, createdAt: at },
    skipDuplicates: true,
  });
  if (created) return { before: null, dispute: created };
  await tx.$executeRaw`
    SELECT 1 FROM disputes
    WHERE provider = ${provider}::payment_provider AND provider_dispute_id = ${providerDisputeId} FOR UPDATE`;
  const where = { provider_providerDisputeId: key };
  const before = await tx.dispute.findUniqueOrThrow({ where });
  if (before.status === 'closed' && !closedAt && !mayReopen) return null;
  const since = before.status === 'closed' && closedAt ? before.closedAt : closedAt;
  return { before, dispute: await tx.dispute.update({ where, data: { ...facts, closedAt: since } }) };
}

/** Returns the provider's ids of the disputes that we do not know to be closed. */
export async function findOpenDisputes(db: Db, provider: PaymentProviderName): Promise<string[]> {
  const rows = await db.dispute.findMany({
    where: { provider, status: { not: 'closed' } },
    select: { providerDisputeId: true },
  });
  return rows.map(({ providerDisputeId }) => providerDisputeId);
}

export type DueDispute = { id: string; respondBy: Date };

/** Returns open disputes with a deadline before a moment about which no reminder was sent. */
export function findDueDisputes(
  db: Db,
  { at, until, heardBefore }: { at: Date; until: Date; heardBefore: Date },
): Promise<DueDispute[]> {
  return db.$queryRaw<DueDispute[]>`
    SELECT id, respond_by AS "respondBy" FROM disputes
    WHERE status = 'open' AND respond_by > ${at} AND respond_by <= ${until} AND created_at <= ${heardBefore}
      AND reminded_of IS DISTINCT FROM respond_by`;
}

/** Records that the reminder of a deadline is due. Returns false if that was recorded before. */
export async function markReminded(db: Db, { id, respondBy }: DueDispute): Promise<boolean> {
  const count = await db.$executeRaw`
    UPDATE disputes SET reminded_of = ${respondBy}
    WHERE id = ${id}::uuid AND respond_by = ${respondBy} AND reminded_of IS DISTINCT FROM respond_by`;
  return count === 1;
}

export function countOpenDisputes(db: Db): Promise<number> {
  return db.dispute.count({ where: { status: { not: 'closed' } } });
}

export type DisputeRow = Omit<Dispute, 'provider' | 'remindedOf' | 'createdAt'> & {
  provider: PaymentProviderName;
  /** Whether we know its payment. `email` is the payer's; null if the account was deleted. */
  isOurs: boolean;
  /** Whether money of the payment went back to the payer, by a refund or a chargeback. */
  isRefunded: boolean;
  email: string | null;
  planName: string | null;
};

const columns = Prisma.sql`
  d.id, d.provider::text AS provider, d.provider_dispute_id AS "providerDisputeId", d.payment_id AS "paymentId",
  d.reason, d.status::text AS status, d.outcome::text AS outcome, d.amount_cents AS "amountCents", d.currency,
  d.respond_by AS "respondBy", d.opened_at AS "openedAt", d.closed_at AS "closedAt",
  t.id IS NOT NULL AS "isOurs",
  EXISTS (SELECT 1 FROM payment_transactions r WHERE r.refund_of_id = t.id AND r.status = 'paid') AS "isRefunded",
  u.email, p.name AS "planName"`;

const sources = Prisma.sql`
  disputes d
  LEFT JOIN payment_transactions t ON t.provider = d.provider AND t.provider_transaction_id = d.payment_id
  LEFT JOIN users u ON u.id = t.user_id
  LEFT JOIN subscriptions s ON s.id = t.subscription_id
  LEFT JOIN plans p ON p.id = s.plan_id`;

/**
 * The place in the list as a time, the latest first: open disputes by their deadlines, the soonest first, then those without
 * one, the oldest first, then the closed ones, the newest first.
 */
const place = Prisma.sql`date_trunc('milliseconds', CASE
  WHEN d.status = 'closed' THEN coalesce(d.closed_at, d.opened_at)
  WHEN d.respond_by IS NOT NULL THEN to_timestamp(200000000000 - extract(epoch FROM d.respond_by))
  ELSE to_timestamp(100000000000 - extract(epoch FROM d.opened_at)) END)`;

/** Returns disputes below a position, the soonest deadline first, one more than `limit` where there are more. */
export function findDisputes(
  db: Db,
  { below, limit }: { below: Position | null; limit: number },
): Promise<(DisputeRow & { place: Date })[]> {
  return db.$queryRaw<(DisputeRow & { place: Date })[]>`
    SELECT ${columns}, ${place} AS place FROM ${sources}
    WHERE ${belowPositionSql(below, Prisma.sql`${place}, d.id`)}
    ORDER BY ${place} DESC, d.id DESC LIMIT ${limit + 1}`;
}

export async function findDispute(db: Db, id: string): Promise<DisputeRow | null> {
  const [row] = await db.$queryRaw<DisputeRow[]>`SELECT ${columns} FROM ${sources} WHERE d.id = ${id}::uuid`;
  return row ?? null;
}
