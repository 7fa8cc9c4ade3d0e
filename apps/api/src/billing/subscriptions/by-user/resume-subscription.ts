import { AppError } from '@picksync/contracts';
import { type Tx, transact } from '@picksync/db';
import type { Context } from '../../../base/context.ts';
import { lockUser } from '../../../base/lock-user.ts';
import type { PaymentProviders } from '../../../base/payments/payment-provider.ts';
import { type Actor, recordAudit } from '../../../base/record-audit.ts';
import { ProviderError } from '../../payments/provider-error.ts';
import { alignChargesAtOnce, scheduleChargeAlignment } from '../align-charges.ts';
import { beginScheduled, dropScheduled } from '../begin-subscription.ts';
import { changeSubscription } from '../change-subscription.ts';
import {
  findBookings,
  findCurrentSubscription,
  findSubscription,
  isDisabled,
  isEndedAtProvider,
  type SubscriptionWithPlan,
  updateSubscription,
  withMetadata,
} from '../subscriptions.store.ts';

/**
 * Reverses a cancellation, or cancels the booked plan, while the current period runs. PayPal is called first,
 * because a plan does not renew without its charges; if recording it fails after that, a job stops the charges again.
 * Returns the message for the user. Throws `cannot_resume`, and `payment_unavailable` when PayPal does not answer.
 */
export async function resumeSubscription(context: Context, { userId, network }: Actor): Promise<string> {
  const found = await findResumable(context, userId);
  await scheduleChargeAlignment(context, context.db, found);
  await resumeAtProvider(context, found);
  const dropped = await transact(context.db, (tx) =>
    markResumed(context, tx, { userId, id: found.id, network }),
  );
  if (dropped) await alignChargesAtOnce(context, dropped);
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

async function findResumable(context: Context, userId: string): Promise<SubscriptionWithPlan> {
  const now = context.now();
  const { current, next } = await findBookings(context.db, { userId, now });
  const paymentProviders = context.payments.providers;
  if (!current || !isResumable({ ...current, hasNext: next !== null }, { now, paymentProviders }))
    throw new AppError('cannot_resume');
  return current;
}

async function resumeAtProvider(context: Context, subscription: SubscriptionWithPlan): Promise<void> {
  const { id, paymentProvider, paymentProviderSubscriptionId: reference } = subscription;
  const provider = context.payments.providers.paypal;
  if (paymentProvider !== 'paypal' || reference === null || !provider) return;
  try {
    await provider.resume(reference);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    context.log.warn({ err: error, subscription: id }, 'a subscription could not be resumed');
    const isOver = error.kind === 'refused' || error.kind === 'gone';
    // The provider will not resume it, so the user is not offered that again.
    if (isOver) await transact(context.db, (tx) => noteEnded(tx, subscription));
    throw new AppError(isOver ? 'cannot_resume' : 'payment_unavailable', { cause: error });
  }
}

/** Reads the row again: while the provider was asked, a refund may have taken the credit that stands in the same column. */
async function noteEnded(tx: Tx, { id, userId }: SubscriptionWithPlan): Promise<void> {
  await lockUser(tx, userId);
  const found = await findSubscription(tx, { id, userId });
  if (!found) return;
  await updateSubscription(tx, found, { metadata: withMetadata(found, { endedAtProvider: true }) });
}

/** Returns the booked plan that does not begin any more, if there was one. */
async function markResumed(
  context: Context,
  tx: Tx,
  { userId, id, network }: Actor & { id: string },
): Promise<SubscriptionWithPlan | null> {
  await lockUser(tx, userId);
  const at = context.now();
  await beginScheduled(context, tx, { userId, now: at });
  const found = await findCurrentSubscription(tx, userId);
  // A job stops the charges again.
  if (found?.id !== id || (await isDisabled(tx, userId))) throw new AppError('cannot_resume');
  const dropped = await dropScheduled(context, tx, { userId, at });
  // A concurrent request has resumed it already.
  if (found.status === 'active' && !dropped) return null;
  if (found.status !== 'active') {
    const resumed = await changeSubscription(context, tx, { subscription: found, cause: 'resumed', at });
    if (!resumed) throw new AppError('cannot_resume');
  }
  const details = { name: found.plan.name };
  await recordAudit(tx, { userId, action: 'subscription_resumed', network, details, at });
  return dropped;
}
