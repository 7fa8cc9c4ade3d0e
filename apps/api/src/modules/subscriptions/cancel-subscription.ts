import { AppError } from '@picksync/contracts';
import type { PrismaClient, Subscription, Tx } from '@picksync/db';
import { recordAudit } from '../audit/record-audit.ts';
import { lockUser } from '../entitlements/entitlements.store.ts';
import { type AlignChargesDeps, alignChargesAtOnce, alignChargesLater } from './align-charges.ts';
import { type ChangeDeps, changeSubscription } from './change-subscription.ts';
import { dayOf } from './periods.ts';
import { findSubscriptionByReference, type SubscriptionWithPlan } from './subscriptions.store.ts';

export type CancelDeps = ChangeDeps & AlignChargesDeps & { db: PrismaClient; now: () => Date };

export type Cancellation = {
  userId: string;
  /** The `payment_provider_subscription_id`, of a provider or our own. */
  reference: string;
  reason: string | undefined;
  network: string;
};

/**
 * Cancels a plan with the end of its period, at any provider. The user's decision is recorded first, so that it counts
 * even if the provider cannot be reached: it is told at once not to charge any more, and again by a job until it has
 * done so. Cancelling twice changes nothing. Returns the message for the user. Throws `not_found`, and
 * `no_subscription` for one that is over.
 */
export async function cancelSubscription(cancellation: Cancellation, deps: CancelDeps): Promise<string> {
  const subscription = await deps.db.$transaction((tx) => markCancelled(tx, cancellation, deps));
  await alignChargesAtOnce(subscription, deps);
  return sentenceOf(subscription);
}

async function markCancelled(
  tx: Tx,
  { userId, reference, reason, network }: Cancellation,
  deps: CancelDeps,
): Promise<SubscriptionWithPlan> {
  await lockUser(tx, userId);
  const found = await findSubscriptionByReference(tx, { userId, reference });
  if (!found) throw new AppError('not_found');
  if (found.status === 'cancelled') return found;
  if (found.status !== 'active' && found.status !== 'past_due') throw new AppError('no_subscription');
  const at = deps.now();
  const changed = await endWithPeriod(tx, { subscription: found, reason, at }, deps);
  if (!changed) throw new AppError('no_subscription');
  const details = { name: found.plan.name };
  await recordAudit(tx, { userId, action: 'subscription_cancelled', network, details, at });
  return { ...changed, plan: found.plan };
}

/**
 * Ends a subscription with the period that is paid, or at once where none is, and enqueues the job that tells the
 * provider. Call it under `lockUser`. Returns the changed row; null where there was nothing to end.
 */
export async function endWithPeriod(
  tx: Tx,
  { subscription, reason, at }: { subscription: Subscription; reason: string | undefined; at: Date },
  deps: ChangeDeps & Pick<AlignChargesDeps, 'queue' | 'now'>,
): Promise<Subscription | null> {
  // Without paid days it ends at once.
  const isPaidAhead = subscription.currentPeriodEnd !== null && subscription.currentPeriodEnd > at;
  const data = { cancelAtPeriodEnd: true, cancelledAt: at, ...(reason && { metadata: { reason } }) };
  const fact = isPaidAhead ? 'cancelled' : 'over';
  const changed = await changeSubscription(tx, { subscription, fact, at, data }, deps);
  if (changed) await alignChargesLater(tx, changed, deps);
  return changed;
}

function sentenceOf({ status, currentPeriodEnd, plan }: SubscriptionWithPlan): string {
  if (status !== 'cancelled' || !currentPeriodEnd) return `${plan.name} has ended. Nothing more is charged.`;
  return `Your subscription is cancelled. You keep ${plan.name} until ${dayOf(currentPeriodEnd)}.`;
}
