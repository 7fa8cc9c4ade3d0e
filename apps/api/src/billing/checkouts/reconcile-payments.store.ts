import type { Db } from '@picksync/db';
import type { ProviderReference } from '../../base/payments/payment-provider.ts';

type Window = {
  openSince: Date;
  closedSince: Date;
  settledSince: Date;
  /** Restricts settled checkouts to the share of one hour of the day; null for all of them. */
  hour: number | null;
  after: ProviderReference | null;
  limit: number;
};

export function findReferencesToReconcile(db: Db, window: Window): Promise<ProviderReference[]> {
  const { openSince, closedSince, settledSince, hour, after, limit } = window;
  return db.$queryRaw<ProviderReference[]>`
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
    ORDER BY provider, reference LIMIT ${limit}`;
}
