import { graceEnd } from '@picksync/contracts';
import { repeatOnDeadlock, type Subscription, type Tx } from '@picksync/db';
import type { Context } from '../../base/context.ts';
import { lockUser } from '../../base/entitlements.store.ts';
import { getChargedReference } from '../subscriptions/align-charges.ts';
import { changeSubscription } from '../subscriptions/change-subscription.ts';
import { beginScheduled } from '../subscriptions/schedule-subscription.ts';
import type { SubscriptionFact } from '../subscriptions/transitions.ts';
import { collectFailures } from './collect-failures.ts';
import { findOverdue } from './settle-plans.store.ts';

const batchRows = 200;
/** How long after the end of a period PayPal may charge. */
const chargeTakesMs = 24 * 60 * 60_000;

/**
 * Updates every subscription whose period or days of grace are over. Returns how many changed. A failure does not stop
 * the others; it is thrown after all of them.
 */
export async function settleSubscriptions(context: Context): Promise<number> {
  const at = context.now();
  let changed = 0;
  let after: string | null = null;
  const failures = collectFailures(context.log);
  for (;;) {
    const rows: Subscription[] = await findOverdue(context.db, { at, after, limit: batchRows });
    for (const { id, userId } of rows) {
      changed += await failures.attempt({ subscription: id }, () =>
        repeatOnDeadlock(() =>
          context.db.$transaction((tx) => settleSubscription(context, tx, { id, userId, at })),
        ),
      );
    }
    after = rows.at(-1)?.id ?? null;
    if (after === null || rows.length < batchRows) break;
  }
  failures.throwAll();
  return changed;
}

async function settleSubscription(
  context: Context,
  tx: Tx,
  { id, userId, at }: { id: string; userId: string; at: Date },
): Promise<number> {
  await lockUser(tx, userId);
  const begun = Number(await beginScheduled(context, tx, { userId, now: at }));
  const subscription = await tx.subscription.findUnique({ where: { id } });
  if (!subscription) return begun;
  await refreshFromProvider(context, tx, subscription);
  const fact = getFact(subscription, at);
  if (fact === null) return begun;
  const data = fact === 'payment_missing' ? { pastDueSince: getDueSince(subscription) } : {};
  return begun + ((await changeSubscription(context, tx, { subscription, fact, at, data })) ? 1 : 0);
}

/** Returns since when a payment is missing; for a booked plan, since it began. */
function getDueSince({ paymentStatus, startDate, currentPeriodEnd }: Subscription): Date | null {
  return paymentStatus === 'pending' ? startDate : currentPeriodEnd;
}

/** Enqueues a look at the provider: it finds payments that came meanwhile, and charges that must end. */
async function refreshFromProvider(context: Context, tx: Tx, subscription: Subscription): Promise<void> {
  const charged = getChargedReference(subscription);
  if (charged) await context.queue.send(tx, 'refresh-subscription', charged);
}

/** Returns what has happened to a subscription by the passing of time; null when nothing has. */
function getFact(
  { status, currentPeriodEnd: end, pastDueSince, paymentProvider: provider, paymentStatus }: Subscription,
  at: Date,
): SubscriptionFact | null {
  if (status === 'past_due') return pastDueSince && graceIsOver(pastDueSince, at) ? 'over' : null;
  if (end === null || end > at) return null;
  if (status === 'cancelled') return 'over';
  if (status !== 'active') return null;
  if (provider === 'razorpay') return 'payment_missing';
  if (provider !== 'paypal') return 'over';
  // The end of an unpaid first period includes the time that PayPal may take to charge for it.
  if (paymentStatus === 'pending') return 'payment_missing';
  return end.getTime() + chargeTakesMs <= at.getTime() ? 'payment_missing' : null;
}

function graceIsOver(since: Date, at: Date): boolean {
  return graceEnd(since) <= at;
}
