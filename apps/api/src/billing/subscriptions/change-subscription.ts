import type { Prisma, Subscription, Tx } from '@picksync/db';
import type { Context } from '../../base/context.ts';
import { isPaymentProvider } from '../../base/payments/payment-provider.ts';
import { requestUserWebhooks } from '../../sync/automations/sync-requests.ts';
import {
  insertPlanChange,
  type PlanChangeKind,
  updateSubscription,
  writeBillingStatus,
} from './subscriptions.store.ts';

/**
 * The states of a subscription row. `scheduled` is agreed and begins on a later day; `cancelled` is paid until the end of
 * its period; `expired` is over for good.
 */
export const subscriptionStates = [
  'pending',
  'scheduled',
  'active',
  'past_due',
  'cancelled',
  'expired',
] as const;

type SubscriptionState = (typeof subscriptionStates)[number];

/**
 * What can happen to a subscription.
 * `scheduled`: it is booked for a later day. `begun`: that day has come. `dropped`: the booking was cancelled.
 * `paid`: a period was paid, or costs nothing. `payment_missing`: the period is over and the next one is not paid.
 * `cancelled`: the user or the provider ends it with the period. `resumed`: the user takes that back.
 * `over`: the period, or the grace after it, has ended. `refunded`: the current period's payment was refunded or reversed.
 * `replaced`: another subscription begins in its place.
 */
export const subscriptionCauses = [
  'scheduled',
  'begun',
  'dropped',
  'paid',
  'payment_missing',
  'cancelled',
  'resumed',
  'over',
  'refunded',
  'replaced',
] as const;

export type SubscriptionCause = (typeof subscriptionCauses)[number];

type Transition = {
  to: SubscriptionState;
  /** The kind of line in the billing ledger. */
  change: PlanChangeKind;
};

const ends = {
  over: { to: 'expired', change: 'ended' },
  refunded: { to: 'expired', change: 'ended' },
  replaced: { to: 'expired', change: 'replaced' },
} as const;

/** Every pair that changes something. A pair that is not here is logged and changes nothing. */
const transitions: Record<SubscriptionState, Partial<Record<SubscriptionCause, Transition>>> = {
  pending: {
    paid: { to: 'active', change: 'activated' },
    scheduled: { to: 'scheduled', change: 'scheduled' },
  },
  scheduled: {
    begun: { to: 'active', change: 'activated' },
    dropped: { to: 'expired', change: 'unscheduled' },
  },
  active: {
    paid: { to: 'active', change: 'renewed' },
    payment_missing: { to: 'past_due', change: 'past_due' },
    cancelled: { to: 'cancelled', change: 'cancelled' },
    ...ends,
  },
  past_due: {
    paid: { to: 'active', change: 'recovered' },
    // No paid days are left.
    cancelled: { to: 'expired', change: 'ended' },
    ...ends,
  },
  cancelled: {
    // A charge that was under way when the user cancelled: the plan ends after the days it paid for.
    paid: { to: 'cancelled', change: 'renewed' },
    resumed: { to: 'active', change: 'resumed' },
    ...ends,
  },
  expired: {},
};

/** Returns the transition of a state by a cause; null when it changes nothing. */
export function findTransition(from: SubscriptionState, cause: SubscriptionCause): Transition | null {
  return transitions[from][cause] ?? null;
}

export type Change = {
  /** As it was read in this transaction, under `lockUser`. */
  subscription: Subscription;
  cause: SubscriptionCause;
  at: Date;
  /** What else changes in the row, such as the period. */
  data?: Omit<Prisma.SubscriptionUncheckedUpdateManyInput, 'status'>;
};

/**
 * Applies a cause to a subscription: updates its row by the table of transitions, adds a line to the billing ledger, and
 * updates the user's row. The only place where a state changes. Call it under `lockUser`. Returns the changed row; null
 * when the cause changes nothing.
 */
export async function changeSubscription(
  context: Context,
  tx: Tx,
  { subscription, cause, at, data = {} }: Change,
): Promise<Subscription | null> {
  const { id, userId, planId } = subscription;
  const from = getState(subscription);
  const transition = from && findTransition(from, cause);
  if (!transition) {
    const about = { subscription: id, from: subscription.status, cause };
    context.log.info(about, 'this changes nothing about the subscription');
    return null;
  }
  const { to, change } = transition;
  const updated = await updateSubscription(tx, subscription, { ...toColumns(to, at), ...data, status: to });
  if (!updated) return null;
  await insertPlanChange(tx, {
    userId,
    subscriptionId: id,
    planId,
    provider: updated.paymentProvider,
    kind: change,
    monthlyCents: getMonthlyCents(to, updated),
    at,
  });
  await writeBillingStatus(tx, { userId, now: at });
  // Whether there are webhooks depends on the plan.
  if (change === 'activated' || change === 'ended') await requestUserWebhooks(context, tx, userId);
  return updated;
}

function getState({ status }: Subscription): SubscriptionState | null {
  return status === 'trial' || status === 'free' ? null : status;
}

function toColumns(to: SubscriptionState, at: Date): Prisma.SubscriptionUncheckedUpdateManyInput {
  if (to === 'active')
    return { cancelAtPeriodEnd: false, cancelledAt: null, pastDueSince: null, endDate: null };
  if (to === 'cancelled') return { cancelAtPeriodEnd: true, cancelledAt: at };
  if (to === 'expired') return { endDate: at };
  return {};
}

function getMonthlyCents(to: SubscriptionState, { paymentProvider, priceCents }: Subscription): number {
  const goesOn = to === 'active' || to === 'past_due';
  return goesOn && isPaymentProvider(paymentProvider) ? priceCents : 0;
}
