import { AppError } from '@picksync/contracts';
import { type PrismaClient, type Subscription, type Tx, transact } from '@picksync/db';
import type { Context } from '../../../base/context.ts';
import { formatDayFor } from '../../../base/format-day-for.ts';
import { lockUser } from '../../../base/lock-user.ts';
import { type Actor, recordAudit } from '../../../base/record-audit.ts';
import { alignChargesAtOnce, scheduleChargeAlignment } from '../align-charges.ts';
import { beginScheduled, dropScheduled } from '../begin-subscription.ts';
import { changeSubscription } from '../change-subscription.ts';
import {
  findCurrentSubscription,
  findSubscriptionByReference,
  type SubscriptionWithPlan,
  withMetadata,
} from '../subscriptions.store.ts';

export type Cancellation = Actor & {
  /** The `payment_provider_subscription_id`, of a provider or our own. */
  reference: string;
  reason: string | undefined;
};

/**
 * Cancels a plan with the end of its period, at any provider; a plan that is booked to follow it is not charged either.
 * With the reference of the booked plan, cancels only that one. The user's decision is recorded first, so that it
 * counts even if the provider cannot be reached. The provider is then told to stop charging, and a job repeats this until
 * it has. Cancelling twice changes nothing. Returns the message for the user. Throws `not_found`, and
 * `no_subscription` for one that is over.
 */
export async function cancelSubscription(context: Context, cancellation: Cancellation): Promise<string> {
  const { subscription, dropped } = await transact(context.db, (tx) =>
    markCancelled(context, tx, cancellation),
  );
  if (dropped) await alignChargesAtOnce(context, dropped);
  if (subscription) await alignChargesAtOnce(context, subscription);
  if (!subscription) return `${dropped?.plan.name ?? 'The plan'} does not start. Nothing is charged for it.`;
  return writeSentence(subscription, context.db);
}

type Cancelled = {
  /** The plan that ends with its period; null if only the booked one was cancelled. */
  subscription: SubscriptionWithPlan | null;
  /** The booked plan that will not begin. */
  dropped: SubscriptionWithPlan | null;
};

async function markCancelled(context: Context, tx: Tx, cancellation: Cancellation): Promise<Cancelled> {
  const { userId, reference, reason, network } = cancellation;
  await lockUser(tx, userId);
  const at = context.now();
  await beginScheduled(context, tx, { userId, now: at });
  const found = await findSubscriptionByReference(tx, { userId, reference });
  if (!found) throw new AppError('not_found');
  const audit = { userId, action: 'subscription_cancelled' as const, network, at };
  const dropped = await dropScheduled(context, tx, { userId, at });
  if (dropped) await recordAudit(tx, { ...audit, details: { name: dropped.plan.name } });
  if (dropped && dropped.id === found.id) {
    const current = await findCurrentSubscription(tx, userId);
    if (current) await scheduleChargeAlignment(context, tx, current);
    return { subscription: null, dropped };
  }
  if (found.status === 'cancelled') return { subscription: found, dropped };
  if (found.status !== 'active' && found.status !== 'past_due') throw new AppError('no_subscription');
  const changed = await endWithPeriod(context, tx, { subscription: found, reason, at });
  if (!changed) throw new AppError('no_subscription');
  await recordAudit(tx, { ...audit, details: { name: found.plan.name } });
  return { subscription: { ...changed, plan: found.plan }, dropped };
}

/**
 * Ends a subscription with the period that is paid, or at once where none is, and enqueues the job that tells the
 * provider. Call it under `lockUser`. Returns the changed row; null where there was nothing to end.
 */
export async function endWithPeriod(
  context: Context,
  tx: Tx,
  { subscription, reason, at }: { subscription: Subscription; reason: string | undefined; at: Date },
): Promise<Subscription | null> {
  // Without paid days it ends at once.
  const isPaidAhead = subscription.currentPeriodEnd !== null && subscription.currentPeriodEnd > at;
  const data = {
    cancelAtPeriodEnd: true,
    cancelledAt: at,
    ...(reason && { metadata: withMetadata(subscription, { reason }) }),
  };
  const cause = isPaidAhead ? 'cancelled' : 'over';
  const changed = await changeSubscription(context, tx, { subscription, cause, at, data });
  if (changed) await scheduleChargeAlignment(context, tx, changed);
  return changed;
}

async function writeSentence(subscription: SubscriptionWithPlan, db: PrismaClient): Promise<string> {
  const { status, currentPeriodEnd: at, plan, userId } = subscription;
  if (status !== 'cancelled' || !at) return `${plan.name} has ended. Nothing more is charged.`;
  return `Your subscription is canceled. You keep ${plan.name} until ${await formatDayFor(db, { userId, at })}.`;
}
