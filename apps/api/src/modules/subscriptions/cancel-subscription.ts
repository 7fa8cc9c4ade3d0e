import { AppError } from '@picksync/contracts';
import type { PrismaClient, Tx } from '@picksync/db';
import { recordAudit } from '../audit/record-audit.ts';
import { lockUser } from '../entitlements/entitlements.store.ts';
import { type AlignChargesDeps, alignChargesAtOnce, alignChargesLater } from './align-charges.ts';
import { type ChangeDeps, changeSubscription } from './change-subscription.ts';
import { findSubscriptionByReference, type SubscriptionWithPlan } from './subscriptions.store.ts';

export type CancelDeps = ChangeDeps & AlignChargesDeps & { db: PrismaClient; now: () => Date };

export type Cancellation = {
  userId: string;
  /** `payment_provider_subscription_id`, whoever gave it. */
  reference: string;
  reason: string | undefined;
  network: string;
};

/**
 * Cancels a plan with the end of its period, whoever takes the money for it. The user's decision is on our books first, so that it
 * counts although the provider is away: it is asked at once not to charge any more, and again by a job until it has done so. Cancelling
 * twice changes nothing. Returns what the user is told. Throws `not_found`, and `no_subscription` for one that is over.
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
  // Without days that are paid for there is nothing to wait for.
  const isPaidAhead = found.currentPeriodEnd !== null && found.currentPeriodEnd > at;
  const changed = await changeSubscription(
    tx,
    {
      subscription: found,
      fact: isPaidAhead ? 'cancelled' : 'over',
      at,
      data: { cancelAtPeriodEnd: true, cancelledAt: at, ...(reason && { metadata: { reason } }) },
    },
    deps,
  );
  if (!changed) throw new AppError('no_subscription');
  await alignChargesLater(tx, changed, deps);
  const details = { name: found.plan.name };
  await recordAudit(tx, { userId, action: 'subscription_cancelled', network, details, at });
  return { ...changed, plan: found.plan };
}

function sentenceOf({ status, currentPeriodEnd, plan }: SubscriptionWithPlan): string {
  if (status !== 'cancelled' || !currentPeriodEnd) return `${plan.name} has ended. Nothing more is charged.`;
  return `Your subscription is cancelled. You keep ${plan.name} until ${dayOf(currentPeriodEnd)}.`;
}

/** US format, as all dates of the plans page. */
function dayOf(at: Date): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' }).format(at);
}
