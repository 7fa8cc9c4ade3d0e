import type { Db, Prisma, Subscription, Tx } from '@picksync/db';
import {
  findSubscription,
  type SubscriptionWithPlan,
  updateSubscription,
  withMetadata,
} from '../subscriptions.store.ts';

type WithMetadata = Pick<Subscription, 'metadata'>;

/**
 * Returns the credit in cents that is left over from the plan before, because a coupon or a low price used less than all of
 * it. It does not shrink with time.
 */
export function getKeptCredit(subscription: WithMetadata): number {
  const { keptCreditCents } = withMetadata(subscription, {});
  return typeof keptCreditCents === 'number' ? keptCreditCents : 0;
}

/** Returns the metadata of a subscription with this credit. */
export function withKeptCredit(subscription: WithMetadata, cents: number): Prisma.InputJsonObject {
  return withMetadata(subscription, { keptCreditCents: cents });
}

/** Returns the last ended plan of a user that left a credit; null if there is none or the credit was used. */
export function findEndedWithCredit(db: Db, userId: string): Promise<SubscriptionWithPlan | null> {
  const metadata = { path: ['keptCreditCents'], gt: 0 };
  return db.subscription.findFirst({
    where: { userId, status: 'expired', replacedById: null, metadata },
    include: { plan: true },
    orderBy: { endDate: 'desc' },
  });
}

/**
 * Returns the plan whose credit a checkout uses, which need not be today's plan: an administrator may have given another one while the
 * page was open. Null if a later plan has taken the credit over.
 */
export async function findCredited(
  db: Db,
  { userId, replacesId }: { userId: string; replacesId: string | null },
): Promise<SubscriptionWithPlan | null> {
  if (replacesId === null) return findEndedWithCredit(db, userId);
  const replaced = await findSubscription(db, { id: replacesId, userId });
  return replaced?.replacedById === null ? replaced : null;
}

/** Removes up to `cents` of kept credit after its payment was refunded. Returns how much was removed. */
export async function takeKeptCredit(
  tx: Tx,
  { subscription, cents }: { subscription: Subscription; cents: number },
): Promise<number> {
  const kept = getKeptCredit(subscription);
  const taken = Math.min(kept, cents);
  if (taken === 0) return 0;
  await updateSubscription(tx, subscription, { metadata: withKeptCredit(subscription, kept - taken) });
  return taken;
}
