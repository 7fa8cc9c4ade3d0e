import { graceEnd, plans } from './plans.ts';
import type { SubscriptionStatus, SubscriptionTier, User } from './users.ts';

/** What the database holds about a user's plan, and the moment for which it is read. */
export type BillingStatus = {
  subscriptionStatus: SubscriptionStatus;
  tier: SubscriptionTier;
  trialEndDate: Date | null;
  /** When the paid period ends; of an active subscription without an end, null. */
  subscriptionEndDate?: Date | null;
  /** The user's own limit while on trial. */
  maxConfigurations: number;
  /** The limit of the plan row that was bought, if it differs from the plan's usual one. */
  configsLimit?: number | null;
  /** The limit of the Free plan's row, if it differs from the usual one. */
  freeLimit?: number | null;
  /** The plan that is booked to begin on a later day, and until when it is paid then; null without one. */
  nextTier: SubscriptionTier | null;
  nextStartsAt: Date | null;
  nextEndsAt: Date | null;
  /** The limit of its row, if it differs from the plan's usual one. */
  nextConfigsLimit?: number | null;
  now: Date;
};

const dayMs = 24 * 60 * 60 * 1000;

export type Entitlements = {
  plan: 'free' | 'trial' | 'basic' | 'premium';
  /** The three states that the dashboard shows. */
  status: 'free' | 'trial' | 'active';
  /** Automations allowed. */
  limit: number;
  /** Webhooks; without them changes are found by the 15-minute check. */
  realTime: boolean;
  apiKeys: boolean;
  outgoingWebhooks: boolean;
  /** Filters, splitting and pinned options. */
  advancedAutomation: boolean;
  /** All of 90 days, with filters; without it the newest entries, as the dashboard shows them. */
  fullActivityLog: boolean;
  /** Whole days left, rounded up; null when not on trial. */
  trialEndsInDays: number | null;
};

const freeFeatures = {
  realTime: false,
  apiKeys: false,
  outgoingWebhooks: false,
  advancedAutomation: false,
  fullActivityLog: false,
};
const basicFeatures = { ...freeFeatures, realTime: true, fullActivityLog: true };
const premiumFeatures = { ...basicFeatures, apiKeys: true, outgoingWebhooks: true, advancedAutomation: true };

/** What the plans of each tier include beside their number of automations. */
export const tierFeatures = {
  free: freeFeatures,
  basic: basicFeatures,
  premium: premiumFeatures,
} satisfies Record<SubscriptionTier, unknown>;

/** Returns the billing status now: from its first day on, the booked plan replaces the one before. */
function toCurrentStatus(status: BillingStatus): BillingStatus {
  const { nextTier, nextStartsAt, nextEndsAt, nextConfigsLimit, now } = status;
  if (nextTier === null || nextStartsAt === null || nextStartsAt > now) return status;
  return {
    ...status,
    subscriptionStatus: 'active',
    tier: nextTier,
    subscriptionEndDate: nextEndsAt,
    configsLimit: nextConfigsLimit ?? null,
    nextTier: null,
  };
}

function isPaidFor({ subscriptionStatus, subscriptionEndDate, now }: BillingStatus): boolean {
  if (subscriptionEndDate == null) return subscriptionStatus === 'active';
  if (subscriptionStatus === 'cancelled') return subscriptionEndDate > now;
  // A period that has ended without news of a renewal was not paid in time.
  const mayBeLate = subscriptionStatus === 'active' || subscriptionStatus === 'past_due';
  return mayBeLate && graceEnd(subscriptionEndDate) > now;
}

/** A first payment that is pending does not end the trial. */
function isOnTrial({ subscriptionStatus, trialEndDate, now }: BillingStatus): boolean {
  return (
    (subscriptionStatus === 'trial' || subscriptionStatus === 'pending') &&
    trialEndDate !== null &&
    trialEndDate > now
  );
}

/**
 * Returns what a user may do at `now`. A trial has the Basic features; a user who neither pays nor is on trial is on
 * Free.
 */
export function entitlements(stored: BillingStatus): Entitlements {
  const status = toCurrentStatus(stored);
  const { tier, trialEndDate, maxConfigurations, configsLimit, now } = status;
  if (tier !== 'free' && isPaidFor(status)) {
    const limit = configsLimit ?? plans[tier].limit;
    const features = tier === 'premium' ? premiumFeatures : basicFeatures;
    return { plan: tier, status: 'active', limit, ...features, trialEndsInDays: null };
  }
  if (trialEndDate !== null && isOnTrial(status)) {
    const trialEndsInDays = Math.ceil((trialEndDate.getTime() - now.getTime()) / dayMs);
    return { plan: 'trial', status: 'trial', limit: maxConfigurations, ...basicFeatures, trialEndsInDays };
  }
  const limit = status.freeLimit ?? plans.free.limit;
  return { plan: 'free', status: 'free', limit, ...freeFeatures, trialEndsInDays: null };
}

/**
 * Returns the subscription as every screen shows it at `now`: a trial or a paid period that is over is Free, whatever the
 * row still says. A first payment that hangs is shown as such, with what the user may do meanwhile.
 */
export function shownSubscription(
  stored: BillingStatus,
): Pick<User, 'subscriptionStatus' | 'subscriptionTier'> {
  const status = toCurrentStatus(stored);
  const { subscriptionStatus, subscriptionEndDate, tier, now } = status;
  const { plan } = entitlements(status);
  if (plan === 'free') {
    return {
      subscriptionStatus: subscriptionStatus === 'pending' ? 'pending' : 'free',
      subscriptionTier: 'free',
    };
  }
  if (plan === 'trial') return { subscriptionStatus, subscriptionTier: 'free' };
  // The days of grace begin with the end of the period, not with the job that writes it down.
  const isLate = subscriptionStatus === 'active' && subscriptionEndDate != null && subscriptionEndDate <= now;
  return { subscriptionStatus: isLate ? 'past_due' : subscriptionStatus, subscriptionTier: tier };
}

/** Returns why a user with `count` automations may not create another one; null when they may. */
export function creationRefusal(
  { status, limit }: Pick<Entitlements, 'status' | 'limit'>,
  count: number,
): 'free_plan_limit' | 'plan_limit_reached' | null {
  if (count < limit) return null;
  return status === 'free' ? 'free_plan_limit' : 'plan_limit_reached';
}
