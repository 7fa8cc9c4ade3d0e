import type { Db } from '@picksync/db';
import type { ToLookAt } from './look-at-checkouts.ts';

type Window = {
  openSince: Date;
  closedSince: Date;
  paidSince: Date | null;
  after: ToLookAt | null;
  limit: number;
};

export function findReferencesToLookAt(
  db: Db,
  { openSince, closedSince, paidSince, after, limit }: Window,
): Promise<ToLookAt[]> {
  return db.$queryRaw<ToLookAt[]>`
    SELECT provider, reference FROM (
      SELECT provider::text, provider_reference AS reference FROM checkouts
      WHERE provider IN ('paypal', 'razorpay') AND provider_reference IS NOT NULL
        AND (status = 'open' AND created_at <= ${openSince}
          OR provider = 'paypal' AND status IN ('cancelled', 'expired') AND settled_at > ${closedSince}
          OR status = 'paid' AND (settled_at > ${paidSince} OR ${paidSince !== null} AND EXISTS (
            SELECT FROM subscriptions s WHERE s.id = checkouts.subscription_id
              AND s.status IN ('active', 'past_due', 'cancelled'))))
      UNION
      SELECT t.provider::text, t.provider_subscription_id FROM payment_transactions t
      WHERE t.refund_due_cents > 0 AND t.provider_subscription_id IS NOT NULL
        AND t.refund_due_cents > (
          SELECT coalesce(sum(r.amount), 0) * 100 FROM payment_transactions r
          WHERE r.refund_of_id = t.id AND r.status IN ('paid', 'pending'))
    ) found
    WHERE ${after === null} OR (provider, reference) > (${after?.provider ?? ''}, ${after?.reference ?? ''})
    ORDER BY provider, reference LIMIT ${limit}`;
}
