import { graceEnd } from '@picksync/contracts';
import { type PrismaClient, type Queue, repeatOnDeadlock, type Subscription, type Tx } from '@picksync/db';
import { lockUser } from '../../base/entitlements.store.ts';
import { chargedBy } from '../subscriptions/align-charges.ts';
import { type ChangeDeps, changeSubscription } from '../subscriptions/change-subscription.ts';
import { beginScheduled, type ScheduleDeps } from '../subscriptions/schedule-subscription.ts';
import type { SubscriptionFact } from '../subscriptions/transitions.ts';
import { collectFailures } from './collect-failures.ts';
import { findOverdue } from './settle-plans.store.ts';

export type SettleSubscriptionsDeps = ChangeDeps &
  ScheduleDeps & {
    db: PrismaClient;
    queue: Queue;
    now: () => Date;
  };

const batchRows = 200;
/** How long after the end of a period PayPal may charge. */
const chargeTakesMs = 24 * 60 * 60_000;

/**
 * Updates every subscription whose period or days of grace are over. Returns how many changed. A failure does not stop
 * the others; it is thrown after all of them.
 */
export async function settleSubscriptions(deps: SettleSubscriptionsDeps): Promise<number> {
  const at = deps.now();
  let changed = 0;
  let after: string | null = null;
  const failures = collectFailures(deps.log);
  for (;;) {
    const rows: Subscription[] = await findOverdue(deps.db, { at, after, limit: batchRows });
    for (const { id, userId } of rows) {
      changed += await failures.attempt({ subscription: id }, () =>
        repeatOnDeadlock(() =>
          deps.db.$transaction((tx) => settleSubscription(tx, { id, userId, at }, deps)),
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
  tx: Tx,
  { id, userId, at }: { id: string; userId: string; at: Date },
  deps: SettleSubscriptionsDeps,
): Promise<number> {
  await lockUser(tx, userId);
  const begun = Number(await beginScheduled(tx, { userId, now: at }, deps));
  const subscription = await tx.subscription.findUnique({ where: { id } });
  if (!subscription) return begun;
  await refreshFromProvider(tx, subscription, deps);
  const fact = factOf(subscription, at);
  if (fact === null) return begun;
  const data = fact === 'payment_missing' ? { pastDueSince: dueSince(subscription) } : {};
  return begun + ((await changeSubscription(tx, { subscription, fact, at, data }, deps)) ? 1 : 0);
}

/** Returns since when a payment is missing; for a booked plan, since it began. */
function dueSince({ paymentStatus, startDate, currentPeriodEnd }: Subscription): Date | null {
  return paymentStatus === 'pending' ? startDate : currentPeriodEnd;
}

/** Enqueues a look at the provider: it finds payments that came meanwhile, and charges that must end. */
async function refreshFromProvider(
  tx: Tx,
  subscription: Subscription,
  { queue }: Pick<SettleSubscriptionsDeps, 'queue'>,
): Promise<void> {
  const charged = chargedBy(subscription);
  if (charged) await queue.send(tx, 'refresh-subscription', charged);
}

/** Returns what has happened to a subscription by the passing of time; null when nothing has. */
function factOf(
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
