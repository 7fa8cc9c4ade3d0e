import type { endpoints, Parsed, Reply, SubscriptionStatus } from '@picksync/contracts';
import type { Db } from '@picksync/db';
import { toAmount } from '../../base/amounts.ts';
import type { Context } from '../../base/context.ts';
import { belowPosition, type Position, parseCursor, toPage } from '../../base/cursor.ts';

type Call = typeof endpoints.adminBilling.subscriptions;

/** Returns one page of everybody's subscriptions, newest first. */
export async function listSubscriptions(context: Context, { cursor, limit, status }: Parsed<Call>['query']) {
  const rows = await findSubscriptions(context.db, { status, below: parseCursor(cursor), limit });
  const page = toPage(rows, limit, ({ createdAt, id }) => ({ at: createdAt, id }));
  return { ...page, items: page.items.map(toView) };
}

function toView(row: SubscriptionRow): Reply<Call>[number] {
  const { id, userId, status, currency, user, plan } = row;
  return {
    id,
    userId,
    email: user.email,
    planName: plan.name,
    status,
    payment_provider: row.paymentProvider,
    payment_provider_subscription_id: row.paymentProviderSubscriptionId,
    price: toAmount(row.priceCents),
    currency,
    startDate: row.startDate.toISOString(),
    hasBegun: !(status === 'expired' && row.endDate !== null && row.endDate < row.startDate),
    current_period_end: row.currentPeriodEnd?.toISOString() ?? null,
  };
}

type SubscriptionRow = Awaited<ReturnType<typeof findSubscriptions>>[number];

/** Returns subscriptions below a position, newest first, one more than `limit` where there are more. */
function findSubscriptions(
  db: Db,
  {
    status,
    below,
    limit,
  }: { status?: SubscriptionStatus | undefined; below: Position | null; limit: number },
) {
  return db.subscription.findMany({
    where: { ...(status && { status }), ...belowPosition(below, (createdAt) => ({ createdAt })) },
    select: {
      id: true,
      userId: true,
      status: true,
      paymentProvider: true,
      paymentProviderSubscriptionId: true,
      priceCents: true,
      currency: true,
      startDate: true,
      endDate: true,
      currentPeriodEnd: true,
      createdAt: true,
      user: { select: { email: true } },
      plan: { select: { name: true } },
    },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: limit + 1,
  });
}
