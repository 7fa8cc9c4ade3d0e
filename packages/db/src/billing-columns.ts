import { Prisma } from './generated/client.ts';

/** The columns of `users u` that decide what a plan allows: one list for every statement that asks. */
export const billingColumns = Prisma.sql`
  u.subscription_status::text AS "subscriptionStatus", u.subscription_tier::text AS tier,
  u.trial_end_date AS "trialEndDate", u.subscription_end_date AS "subscriptionEndDate",
  u.max_configurations AS "maxConfigurations", u.next_tier::text AS "nextTier",
  u.next_starts_at AS "nextStartsAt", u.next_ends_at AS "nextEndsAt"`;

/**
 * The limits of the plan rows that a user (`u`) has bought: of the present plan, and of the one that is booked. Joined for
 * `limitColumns`.
 */
export const boughtLimits = Prisma.sql`
  LEFT JOIN LATERAL (
    SELECT max(p.configs_limit) FILTER (WHERE s.status <> 'scheduled' AND p.tier = u.subscription_tier) AS configs_limit,
      max(p.configs_limit) FILTER (WHERE s.status = 'scheduled') AS next_limit
    FROM subscriptions s JOIN plans p ON p.id = s.plan_id
    WHERE s.user_id = u.id AND s.status IN ('active', 'cancelled', 'past_due', 'scheduled')
  ) bought ON true`;

/** The limits that administrators have given to the plans of a user and to Free (1), where they differ from the usual ones. */
export const limitColumns = Prisma.sql`
  bought.configs_limit AS "configsLimit", bought.next_limit AS "nextConfigsLimit",
  (SELECT p.configs_limit FROM plans p WHERE p.id = 1) AS "freeLimit"`;

/** The same fields for a query of the client; there the tier is called `subscriptionTier`. */
export const billingFields = {
  subscriptionStatus: true,
  subscriptionTier: true,
  trialEndDate: true,
  subscriptionEndDate: true,
  maxConfigurations: true,
  nextTier: true,
  nextStartsAt: true,
  nextEndsAt: true,
} as const satisfies Prisma.UserSelect;
