import type { PrismaClient } from '@picksync/db';
import { toCents } from '../base/amounts.ts';
import type { Books } from './payment-world.ts';

/**
 * Compares the books of the providers with ours, both ways, and ours with themselves. Returns a sentence for each difference. What went
 * back is compared as a sum for each payment: we may know it in other parts.
 */
export async function compareBooks(theirs: Books, db: PrismaClient): Promise<string[]> {
  return [
    ...(await moneyDiffers(theirs, db)),
    ...(await listPlanDifferences(theirs, db)),
    ...(await listOwnDifferences(db)),
  ];
}

async function moneyDiffers({ movements }: Books, db: PrismaClient): Promise<string[]> {
  const ours = await db.paymentTransaction.findMany({ where: { status: { in: ['paid', 'refunded'] } } });
  const paid = new Map<string, string>();
  const back = new Map<string, number>();
  for (const one of movements.filter(({ status }) => status === 'paid')) {
    const { kind, id, of, amountCents, currency } = one;
    if (kind === 'payment') paid.set(id, `${amountCents} ${currency}`);
    else back.set(of ?? '', (back.get(of ?? '') ?? 0) + amountCents);
  }
  const known = new Set<string>();
  const differences: string[] = [];
  for (const row of ours.filter(({ transactionType }) => transactionType !== 'refund')) {
    const id = row.providerTransactionId ?? '';
    known.add(id);
    const refunded = ours.filter(({ refundOfId }) => refundOfId === row.id);
    const ourBack = refunded.reduce((sum, { amount }) => sum + toCents(amount), 0);
    const mine = `${toCents(row.amount)} ${row.currency}`;
    if (paid.get(id) !== mine) differences.push(`${id} is ${mine} here and ${paid.get(id)} there`);
    const theirBack = back.get(id) ?? 0;
    if (ourBack !== theirBack) differences.push(`of ${id} went back ${ourBack} here and ${theirBack} there`);
  }
  for (const id of paid.keys()) if (!known.has(id)) differences.push(`${id} is not on our books`);
  return differences;
}

/**
 * Nobody has a plan that is not running there, and nobody is charged for one that is not here, nor for one that another
 * one is booked to follow.
 */
async function listPlanDifferences({ subscriptions }: Books, db: PrismaClient): Promise<string[]> {
  const current = await db.subscription.findMany({
    where: { status: { in: ['active', 'past_due', 'cancelled', 'scheduled'] } },
  });
  const booked = new Map(
    current.flatMap((row) => (row.status === 'scheduled' ? [[row.userId, row.id]] : [])),
  );
  const references = new Map(current.map((row) => [row.paymentProviderSubscriptionId ?? '', row]));
  const open = await db.checkout.findMany({ where: { status: { in: ['open', 'expired'] } } });
  const waiting = new Set(open.map(({ providerReference }) => providerReference));
  const differences: string[] = [];
  for (const { id, status } of subscriptions) {
    const row = references.get(id);
    const charges = status === 'ACTIVE' || status === 'APPROVED';
    if (charges && !row && !waiting.has(id)) differences.push(`${id} is charged without a plan`);
    const isFollowed = row && booked.has(row.userId) && booked.get(row.userId) !== row.id;
    if (charges && isFollowed) differences.push(`${id} is charged although another plan is booked to follow`);
    if (status === 'CANCELLED' && (row?.status === 'active' || row?.status === 'scheduled'))
      differences.push(`${id} is over there and active here`);
  }
  return differences;
}

/** One plan for each user, a receipt for each payment that was applied, a count of uses that is true, numbers without gaps. */
async function listOwnDifferences(db: PrismaClient): Promise<string[]> {
  const differences: string[] = [];
  const billingStatus = await db.$queryRaw<{ id: string; says: string }[]>`
    SELECT u.id, concat(u.subscription_status, ' ', u.subscription_tier) AS says FROM users u
    LEFT JOIN subscriptions s ON s.user_id = u.id AND s.status IN ('active', 'past_due', 'cancelled')
    LEFT JOIN plans p ON p.id = s.plan_id
    LEFT JOIN subscriptions n ON n.user_id = u.id AND n.status = 'scheduled'
      -- What follows a period that nobody paid for has no days of grace: until it is paid it gives nothing.
      AND (n.payment_provider <> 'none' OR n.current_period_end > n.start_date)
    LEFT JOIN plans booked ON booked.id = n.plan_id
    WHERE u.next_tier IS DISTINCT FROM booked.tier OR u.next_starts_at IS DISTINCT FROM n.start_date
      OR u.next_ends_at IS DISTINCT FROM (CASE WHEN booked.tier IS NOT NULL THEN n.current_period_end END)
      OR u.subscription_tier <> coalesce(p.tier, 'free')
      OR u.subscription_status <> s.status
      OR u.subscription_end_date IS DISTINCT FROM s.current_period_end`;
  for (const { id, says } of billingStatus) differences.push(`the row of ${id} says ${says}`);
  const unreceipted = await db.$queryRaw<{ id: string }[]>`
    SELECT t.provider_transaction_id AS id FROM payment_transactions t LEFT JOIN receipts r ON r.transaction_id = t.id
    LEFT JOIN payment_transactions of ON of.id = t.refund_of_id
    WHERE t.status IN ('paid', 'refunded') AND coalesce(of.transaction_type, t.transaction_type) = 'payment'
      AND (r.number IS NULL OR abs(r.total_cents) <> t.amount * 100)`;
  for (const { id } of unreceipted) differences.push(`${id} has no receipt of its amount`);
  const coupons = await db.coupon.findMany({ include: { _count: { select: { redemptions: true } } } });
  for (const { code, currentUses, maxUses, _count } of coupons) {
    if (currentUses !== _count.redemptions) differences.push(`${code} counts ${currentUses} uses`);
    if (maxUses !== null && currentUses > maxUses) differences.push(`${code} was used too often`);
  }
  const counters = await db.receiptCounter.findMany();
  const issued = await db.receipt.count();
  const last = counters.reduce((sum, counter) => sum + counter.last, 0);
  if (last !== issued) differences.push(`${issued} receipts are numbered up to ${last}`);
  return differences;
}
