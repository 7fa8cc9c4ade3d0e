import { graceEnd } from '@picksync/contracts';
import { type Checkout, type PaymentProvider, type Subscription, type Tx, transact } from '@picksync/db';
import type { Context } from '../../base/context.ts';
import { lockUser } from '../../base/lock-user.ts';
import { isPaymentProvider } from '../../base/payments/payment-provider.ts';
import { closeCheckout, findCheckout } from '../checkouts/checkouts.ts';
import { reconcilePayments } from '../checkouts/reconcile-payments.ts';
import { lookForDisputes } from '../disputes/refresh-dispute.ts';
import { lookAtCharges } from '../subscriptions/align-charges.ts';
import { beginScheduled } from '../subscriptions/begin-subscription.ts';
import { changeSubscription, type SubscriptionCause } from '../subscriptions/change-subscription.ts';
import { refreshSubscription } from '../subscriptions/from-provider/refresh-subscription.ts';
import { forEachRow } from './for-each-row.ts';
import { pauseSurplus } from './pause-surplus.ts';
import { endTrials, findExpiredCheckouts, findOverdue } from './settle-plans.store.ts';

const trialRows = 500;
const subscriptionRows = 200;

/**
 * Updates the rows for the time that has passed: trials and periods that ended, payments that are missing, payment
 * pages that expired, automations beyond what a plan covers. Nobody waits for it: entitlements are computed from the
 * rows and the clock. It follows the present state, so it may run twice, even at once. A step that fails does not keep
 * the next ones from running.
 */
export async function settlePlans(context: Context): Promise<void> {
  const steps = {
    trials: endExpiredTrials,
    checkouts: closeExpiredCheckouts,
    subscriptions: updateOverdueSubscriptions,
    // An event that was lost is found within a day.
    reconciled: (context: Context) => reconcilePayments({ isWhole: false }, context),
    disputes: lookForDisputes,
    paused: pauseSurplus,
  };
  const counts: Record<string, number> = {};
  const failures: unknown[] = [];
  for (const [name, step] of Object.entries(steps)) {
    try {
      counts[name] = await step(context);
    } catch (error) {
      failures.push(error);
    }
  }
  context.log.info(counts, 'plans are settled');
  if (failures.length > 0) throw new AggregateError(failures, 'some plans could not be settled');
}

async function endExpiredTrials({ db, now }: Context): Promise<number> {
  const at = now();
  let ended = 0;
  for (;;) {
    const count = await endTrials(db, { at, limit: trialRows });
    ended += count;
    if (count < trialRows) return ended;
  }
}

/** How many are closed in one run; the next run finds the others. */
const mostCheckouts = 500;
/**
 * How often a provider may not answer before it is left for the next run: each silence takes as long as its timeout.
 */
const mostSilences = 3;
/** When a page is closed although its provider could not be reached. What is paid after that is looked at again. */
const longestWaitMs = 24 * 60 * 60_000;

/**
 * Closes the payment pages that can no longer be paid, and gives their coupons back. The provider is asked once more
 * first: the user may have paid at the last moment. Returns how many were closed.
 */
function closeExpiredCheckouts(context: Context): Promise<number> {
  const at = context.now();
  const silences = new Map<PaymentProvider, number>();
  return forEachRow<Checkout>(context, {
    find: () => findExpiredCheckouts(context.db, { at, limit: mostCheckouts }),
    // All that are closed in one run.
    limit: Number.POSITIVE_INFINITY,
    about: ({ id }) => ({ checkout: id }),
    change: async (checkout) => Number(await closeExpiredCheckout(context, { checkout, at, silences })),
  });
}

async function closeExpiredCheckout(
  context: Context,
  { checkout, at, silences }: { checkout: Checkout; at: Date; silences: Map<PaymentProvider, number> },
): Promise<boolean> {
  const { id, userId, provider, providerReference: reference, expiresAt } = checkout;
  const isYoung = at.getTime() - expiresAt.getTime() < longestWaitMs;
  if (reference !== null && isPaymentProvider(provider)) {
    const silent = silences.get(provider) ?? 0;
    if (silent >= mostSilences && isYoung) return false;
    try {
      if (silent < mostSilences) await refreshSubscription(context, { provider, reference });
    } catch (error) {
      silences.set(provider, silent + 1);
      context.log.warn(
        { err: error, checkout: id },
        'a payment page that has expired could not be looked at',
      );
      if (isYoung) return false;
    }
  }
  return transact(context.db, async (tx) => {
    await lockUser(tx, userId);
    const found = await findCheckout(tx, id);
    if (found?.status !== 'open') return false;
    // The payer has agreed, and the money is under way.
    if (found.approvedAt && isYoung) return false;
    await closeCheckout(context, tx, { checkout: found, status: 'expired', at });
    return true;
  });
}

/** How long after the end of a period PayPal may charge. */
const chargeTakesMs = 24 * 60 * 60_000;

/** Updates every subscription whose period or days of grace are over. Returns how many changed. */
export function updateOverdueSubscriptions(context: Context): Promise<number> {
  const at = context.now();
  return forEachRow<Subscription>(context, {
    find: (after) => findOverdue(context.db, { at, after: after?.id ?? null, limit: subscriptionRows }),
    limit: subscriptionRows,
    about: ({ id }) => ({ subscription: id }),
    change: ({ id, userId }) =>
      transact(context.db, (tx) => updateOverdueSubscription(context, tx, { id, userId, at })),
  });
}

async function updateOverdueSubscription(
  context: Context,
  tx: Tx,
  { id, userId, at }: { id: string; userId: string; at: Date },
): Promise<number> {
  await lockUser(tx, userId);
  const begun = Number(await beginScheduled(context, tx, { userId, now: at }));
  const subscription = await tx.subscription.findUnique({ where: { id } });
  if (!subscription) return begun;
  await lookAtCharges(context, tx, subscription);
  const cause = getCause(subscription, at);
  if (cause === null) return begun;
  // The payment for a booked plan is missing since the plan began.
  const { paymentStatus, startDate, currentPeriodEnd } = subscription;
  const pastDueSince = paymentStatus === 'pending' ? startDate : currentPeriodEnd;
  const data = cause === 'payment_missing' ? { pastDueSince } : {};
  return begun + ((await changeSubscription(context, tx, { subscription, cause, at, data })) ? 1 : 0);
}

/** Returns what has happened to a subscription by the passing of time; null when nothing has. */
function getCause(subscription: Subscription, at: Date): SubscriptionCause | null {
  const {
    status,
    currentPeriodEnd: end,
    pastDueSince,
    paymentProvider: provider,
    paymentStatus,
  } = subscription;
  if (status === 'past_due') return pastDueSince && graceEnd(pastDueSince) <= at ? 'over' : null;
  if (end === null || end > at) return null;
  if (status === 'cancelled') return 'over';
  if (status !== 'active') return null;
  if (provider === 'razorpay') return 'payment_missing';
  if (provider !== 'paypal') return 'over';
  // The end of an unpaid first period includes the time that PayPal may take to charge for it.
  if (paymentStatus === 'pending') return 'payment_missing';
  return end.getTime() + chargeTakesMs <= at.getTime() ? 'payment_missing' : null;
}
