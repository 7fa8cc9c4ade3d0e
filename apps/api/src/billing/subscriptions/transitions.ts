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

export type SubscriptionState = (typeof subscriptionStates)[number];

/**
 * What can happen to a subscription.
 * `scheduled`: it is booked for a later day. `begun`: that day has come. `dropped`: the booking was cancelled.
 * `paid`: a period was paid, or costs nothing. `payment_missing`: the period is over and the next one is not paid.
 * `cancelled`: the user or the provider ends it with the period. `resumed`: the user takes that back.
 * `over`: the period, or the grace after it, has ended. `refunded`: the current period's payment was refunded or reversed.
 * `replaced`: another subscription begins in its place.
 */
export const subscriptionFacts = [
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

export type SubscriptionFact = (typeof subscriptionFacts)[number];

/**
 * The kinds of entries in the billing ledger. `unscheduled`: a booked plan will not begin. `ended` includes plans whose
 * payment was refunded; `replaced` is followed by the `activated` of the next plan.
 */
export type PlanChangeKind =
  | 'trial_started'
  | 'scheduled'
  | 'unscheduled'
  | 'activated'
  | 'renewed'
  | 'past_due'
  | 'recovered'
  | 'cancelled'
  | 'resumed'
  | 'replaced'
  | 'ended';

export type Transition = {
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
const transitions: Record<SubscriptionState, Partial<Record<SubscriptionFact, Transition>>> = {
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

/** Returns the transition of a state by a fact; null when it changes nothing. */
export function findTransition(from: SubscriptionState, fact: SubscriptionFact): Transition | null {
  return transitions[from][fact] ?? null;
}
