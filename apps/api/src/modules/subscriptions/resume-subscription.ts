import { AppError } from '@picksync/contracts';
import type { PrismaClient, Tx } from '@picksync/db';
import { recordAudit } from '../audit/record-audit.ts';
import { lockUser } from '../entitlements/entitlements.store.ts';
import { ProviderError } from '../payments/provider-error.ts';
import { type AlignChargesDeps, alignChargesLater } from './align-charges.ts';
import { type ChangeDeps, changeSubscription } from './change-subscription.ts';
import { findCurrentSubscription, isDisabled, type SubscriptionWithPlan } from './subscriptions.store.ts';

export type ResumeDeps = ChangeDeps & AlignChargesDeps & { db: PrismaClient; now: () => Date };

/**
 * Takes back a cancellation while the period still runs. PayPal is called first, because a plan does not renew without
 * its charges; if recording it fails after that, a job stops the charges again. Returns the message for the user.
 * Throws `cannot_resume`, and `payment_unavailable` when PayPal does not answer.
 */
export async function resumeSubscription(
  { userId, network }: { userId: string; network: string },
  deps: ResumeDeps,
): Promise<string> {
  const cancelled = await findResumable(deps.db, userId, deps);
  await alignChargesLater(deps.db, cancelled, deps);
  await resumeAtProvider(cancelled, deps);
  await deps.db.$transaction((tx) => markResumed(tx, { userId, id: cancelled.id, network }, deps));
  return `${cancelled.plan.name} goes on.`;
}

async function findResumable(
  db: Parameters<typeof findCurrentSubscription>[0],
  userId: string,
  { now }: ResumeDeps,
): Promise<SubscriptionWithPlan> {
  const found = await findCurrentSubscription(db, userId);
  const isRunning = found?.currentPeriodEnd && found.currentPeriodEnd > now();
  if (found?.status !== 'cancelled' || !isRunning) throw new AppError('cannot_resume');
  return found;
}

async function resumeAtProvider(
  { id, paymentProvider, paymentProviderSubscriptionId: reference }: SubscriptionWithPlan,
  { paymentProviders, log }: ResumeDeps,
): Promise<void> {
  if (paymentProvider !== 'paypal' || reference === null) return;
  const provider = paymentProviders.paypal;
  if (!provider) throw new AppError('payment_unavailable');
  try {
    await provider.resume(reference);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    log.warn({ err: error, subscription: id }, 'a subscription could not be resumed');
    const isOver = error.kind === 'refused' || error.kind === 'gone';
    throw new AppError(isOver ? 'cannot_resume' : 'payment_unavailable', { cause: error });
  }
}

async function markResumed(
  tx: Tx,
  { userId, id, network }: { userId: string; id: string; network: string },
  deps: ResumeDeps,
): Promise<void> {
  await lockUser(tx, userId);
  const at = deps.now();
  const found = await findCurrentSubscription(tx, userId);
  // A second click has resumed it already.
  if (found?.id === id && found.status === 'active') return;
  // A job stops the charges again.
  if (found?.id !== id || (await isDisabled(tx, userId))) throw new AppError('cannot_resume');
  const resumed = await changeSubscription(tx, { subscription: found, fact: 'resumed', at }, deps);
  if (!resumed) throw new AppError('cannot_resume');
  const details = { name: found.plan.name };
  await recordAudit(tx, { userId, action: 'subscription_resumed', network, details, at });
}
