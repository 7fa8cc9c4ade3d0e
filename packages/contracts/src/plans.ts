import type { SubscriptionTier } from './users.ts';

/** The plans. Prices are US cents per month; limits are automations, which is the same as targets. */
export const plans = {
  free: { id: 1, name: 'Free', priceCents: 0, limit: 1 },
  basic: { id: 2, name: 'Basic', priceCents: 699, limit: 10 },
  premium: { id: 3, name: 'Premium', priceCents: 1999, limit: 100 },
} as const satisfies Record<SubscriptionTier, unknown>;

/** Returns a limit in the words of a plan: `10 configurations`. */
export function countConfigurations(limit: number): string {
  return limit === 1 ? '1 configuration' : `${limit} configurations`;
}

const tellsLimit = /^\d[\d,.]* configurations?$/i;

/** Returns the features of a plan. The one that names a number of configurations gets the plan's limit. */
export function featuresWithLimit(features: readonly string[], limit: number): string[] {
  return features.map((feature) => (tellsLimit.test(feature.trim()) ? countConfigurations(limit) : feature));
}

export const trialDays = 14;
/** How long a plan goes on after a period that was not paid in time. */
export const paymentGraceDays = 3;
/** Automations of a new user while on trial. */
export const trialLimit = 2;

const dayMs = 24 * 60 * 60 * 1000;

/** Returns when the trial of a user who registers at `now` ends. */
export function trialEnd(now: Date): Date {
  return new Date(now.getTime() + trialDays * dayMs);
}

/** Returns until when a plan goes on whose period ended unpaid. */
export function graceEnd(periodEnd: Date): Date {
  return new Date(periodEnd.getTime() + paymentGraceDays * dayMs);
}

/** PayPal rejects a start in the past. */
const leastAheadMs = 15 * 60_000;

/** Returns whether a plan can begin on this day; when it is nearer, the plan begins at once. */
export function canBeginLater(day: Date, now: Date): boolean {
  return day.getTime() - now.getTime() >= leastAheadMs;
}
