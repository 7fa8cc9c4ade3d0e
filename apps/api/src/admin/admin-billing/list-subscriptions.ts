import type { endpoints, Parsed, Reply } from '@picksync/contracts';
import { toAmount } from '../../base/amounts.ts';
import type { Context } from '../../base/context.ts';
import { parseCursor, toPage } from '../../base/cursor.ts';
import { findSubscriptions, type SubscriptionRow } from './list-subscriptions.store.ts';

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
    current_period_end: row.currentPeriodEnd?.toISOString() ?? null,
  };
}
