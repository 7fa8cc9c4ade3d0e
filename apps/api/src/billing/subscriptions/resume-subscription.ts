import { AppError } from '@picksync/contracts';
import type { Db, PrismaClient, Tx } from '@picksync/db';
import { lockUser } from '../../base/entitlements.store.ts';
import { recordAudit } from '../../base/record-audit.ts';
import type { PaymentProviders } from '../payments/payment-provider.ts';
import { ProviderError } from '../payments/provider-error.ts';
import { type AlignChargesDeps, alignChargesAtOnce, alignChargesLater } from './align-charges.ts';
import { type ChangeDeps, changeSubscription } from './change-subscription.ts';
import { beginScheduled, dropScheduled, type ScheduleDeps } from './schedule-subscription.ts';
import {
  endedAtProvider,
  findBookings,
  findCurrentSubscription,
  isDisabled,
  isEndedAtProvider,
  type SubscriptionWithPlan,
  updateSubscription,
} from './subscriptions.store.ts';

export type ResumeDeps = ChangeDeps & ScheduleDeps & AlignChargesDeps & { db: PrismaClient; now: () => Date };

type Whose = { userId: string; network: string };

/**
 * Reverses a cancellation, or cancels the booked plan, while the current period runs. PayPal is called first,
 * because a plan does not renew without its charges; if recording it fails after that, a job stops the charges again.
 * Returns the message for the user. Throws `cannot_resume`, and `payment_unavailable` when PayPal does not answer.
 */
export async function resumeSubscription({ userId, network }: Whose, deps: ResumeDeps): Promise<string> {
  const found = await findResumable(deps.db, userId, deps);
  await alignChargesLater(deps.db, found, deps);
  await resumeAtProvider(found, deps);
  const dropped = await deps.db.$transaction((tx) =>
    markResumed(tx, { userId, id: found.id, network }, deps),
  );
  if (dropped) await alignChargesAtOnce(dropped, deps);
  return `${found.plan.name} goes on.`;
}

type Resumable = Pick<
  SubscriptionWithPlan,
  'status' | 'currentPeriodEnd' | 'paymentProvider' | 'metadata'
> & { hasNext: boolean };

/**
 * Returns whether a plan can be made to go on: it was cancelled, or another one is booked to follow it, its period still
 * runs, and its provider has not ended it for good.
 */
export function isResumable(
  { status, currentPeriodEnd: end, paymentProvider, hasNext, ...row }: Resumable,
  { now, paymentProviders }: { now: Date; paymentProviders: PaymentProviders },
): boolean {
  const isEnding = status === 'cancelled' || (status === 'active' && hasNext);
  if (!isEnding || end === null || end <= now) return false;
  return paymentProvider !== 'paypal' || (paymentProviders.paypal !== undefined && !isEndedAtProvider(row));
}

async function findResumable(
  db: Db,
  userId: string,
  { now: clock, paymentProviders }: ResumeDeps,
): Promise<SubscriptionWithPlan> {
  const now = clock();
  const { current, next } = await findBookings(db, { userId, now });
  const isPossible =
    current && isResumable({ ...current, hasNext: next !== null }, { now, paymentProviders });
  if (!isPossible) throw new AppError('cannot_resume');
  return current;
}

async function resumeAtProvider(subscription: SubscriptionWithPlan, deps: ResumeDeps): Promise<void> {
  const { id, paymentProvider, paymentProviderSubscriptionId: reference } = subscription;
  const provider = deps.paymentProviders.paypal;
  if (paymentProvider !== 'paypal' || reference === null || !provider) return;
  try {
    await provider.resume(reference);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    deps.log.warn({ err: error, subscription: id }, 'a subscription could not be resumed');
    const isOver = error.kind === 'refused' || error.kind === 'gone';
    // The provider will not resume it, so the user is not offered that again.
    if (isOver) await updateSubscription(deps.db, subscription, { metadata: endedAtProvider(subscription) });
    throw new AppError(isOver ? 'cannot_resume' : 'payment_unavailable', { cause: error });
  }
}

/** Returns the booked plan that does not begin any more, if there was one. */
async function markResumed(
  tx: Tx,
  { userId, id, network }: Whose & { id: string },
  deps: ResumeDeps,
): Promise<SubscriptionWithPlan | null> {
  await lockUser(tx, userId);
  const at = deps.now();
  await beginScheduled(tx, { userId, now: at }, deps);
  const found = await findCurrentSubscription(tx, userId);
  // A job stops the charges again.
  if (found?.id !== id || (await isDisabled(tx, userId))) throw new AppError('cannot_resume');
  const dropped = await dropScheduled(tx, { userId, at }, deps);
  // A concurrent request has resumed it already.
  if (found.status === 'active' && !dropped) return null;
  if (found.status !== 'active') {
    const resumed = await changeSubscription(tx, { subscription: found, fact: 'resumed', at }, deps);
    if (!resumed) throw new AppError('cannot_resume');
  }
  const details = { name: found.plan.name };
  await recordAudit(tx, { userId, action: 'subscription_resumed', network, details, at });
  return dropped;
}
