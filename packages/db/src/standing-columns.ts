import { Prisma } from './generated/client.ts';

/** The columns of `users u` that decide what a plan allows: one list for every statement that asks. */
export const standingColumns = Prisma.sql`
  u.subscription_status::text AS "subscriptionStatus", u.subscription_tier::text AS tier,
  u.trial_end_date AS "trialEndDate", u.subscription_end_date AS "subscriptionEndDate",
  u.max_configurations AS "maxConfigurations", u.next_tier::text AS "nextTier",
  u.next_starts_at AS "nextStartsAt", u.next_ends_at AS "nextEndsAt"`;

/** The same fields for a query of the client; there the tier is called `subscriptionTier`. */
export const standingFields = {
  subscriptionStatus: true,
  subscriptionTier: true,
  trialEndDate: true,
  subscriptionEndDate: true,
  maxConfigurations: true,
  nextTier: true,
  nextStartsAt: true,
  nextEndsAt: true,
} as const satisfies Prisma.UserSelect;
