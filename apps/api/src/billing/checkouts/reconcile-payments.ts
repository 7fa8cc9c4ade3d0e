import type { Context } from '../../base/context.ts';
import type { ProviderReference } from '../../base/payments/payment-provider.ts';

type Scope = {
  /** Whether to look at all settled checkouts, not only at the share of this hour of the day. */
  isWhole: boolean;
};

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** How long to leave a checkout to the return page and the events. */
const quietMs = 2 * minuteMs;
/** How long a page of PayPal's may still be paid after it was closed here: nobody can cancel what was not approved. */
const payableMs = 3 * dayMs;
/** How long a bank may take a payment back. */
const reversibleMs = 180 * dayMs;

const pageSize = 500;

/**
 * Returns the references to look up at their providers although no event came: open checkouts, closed ones that may
 * still be paid, plans whose payment is missing, payments that are to be refunded, refunds that are pending at PayPal, and once a day the settled ones,
 * spread over the hours. Page by page, in a fixed order.
 */
export function listReferencesToReconcile(
  context: Context,
  { isWhole, after = null }: Scope & { after?: ProviderReference | null },
): Promise<ProviderReference[]> {
  const now = context.now();
  const before = (ms: number) => new Date(now.getTime() - ms);
  const [openSince, closedSince, settledSince] = [quietMs, payableMs, reversibleMs].map(before);
  const hour = isWhole ? null : now.getUTCHours();
  return context.db.$queryRaw<ProviderReference[]>`
    SELECT provider, reference FROM (
      SELECT c.provider::text, c.provider_reference AS reference FROM checkouts c
      LEFT JOIN subscriptions s ON s.id = c.subscription_id
      WHERE c.provider IN ('paypal', 'razorpay') AND c.provider_reference IS NOT NULL
        AND (c.status = 'open' AND c.created_at <= ${openSince}
          OR c.provider = 'paypal' AND c.status IN ('cancelled', 'expired') AND c.settled_at > ${closedSince}
          OR s.status = 'past_due'
          OR (c.settled_at > ${settledSince} OR s.status IN ('active', 'past_due', 'cancelled'))
            AND (${hour}::int IS NULL OR abs(hashtext(c.provider_reference) % 24) = ${hour}::int))
      UNION
      SELECT d.provider::text, d.provider_reference FROM deleted_checkouts d
      WHERE d.provider_reference IS NOT NULL AND (d.deleted_at > ${closedSince}
        OR d.deleted_at > ${settledSince}
          AND (${hour}::int IS NULL OR abs(hashtext(d.provider_reference) % 24) = ${hour}::int))
      UNION
      SELECT t.provider::text, t.provider_subscription_id FROM payment_transactions t
      WHERE t.refund_due_cents > 0 AND t.refund_refused_at IS NULL AND t.provider_subscription_id IS NOT NULL
        AND t.refund_due_cents > (
          SELECT coalesce(sum(r.amount), 0) * 100 FROM payment_transactions r
          WHERE r.refund_of_id = t.id AND r.status IN ('paid', 'pending'))
      UNION
      SELECT r.provider::text, r.provider_subscription_id FROM payment_transactions r
      WHERE r.transaction_type = 'refund' AND r.status = 'pending' AND r.provider = 'paypal'
        AND r.provider_subscription_id IS NOT NULL
    ) found
    WHERE ${after === null} OR (provider, reference) > (${after?.provider ?? ''}, ${after?.reference ?? ''})
    ORDER BY provider, reference LIMIT ${pageSize}`;
}

/** Enqueues a job for each of them and returns how many. To be called every hour. */
export async function reconcilePayments(scope: Scope, context: Context): Promise<number> {
  let [found, after]: [number, ProviderReference | null] = [0, null];
  for (;;) {
    const page: ProviderReference[] = await listReferencesToReconcile(context, { ...scope, after });
    for (const { provider, reference } of page) {
      await context.queue.send(context.db, 'refresh-subscription', { provider, reference });
    }
    found += page.length;
    after = page.at(-1) ?? null;
    if (page.length < pageSize) return found;
  }
}
