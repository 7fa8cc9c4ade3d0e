import {
  type Clock,
  type DateOrder,
  type PlanTier,
  Prisma,
  type SubscriptionStatus,
  type UserRole,
} from '@picksync/db';

/** What is known of the caller of a request, by a session or a key. */
export type CallerColumns = {
  id: string;
  email: string;
  role: UserRole;
  isVerified: boolean;
  subscriptionStatus: SubscriptionStatus;
  subscriptionTier: PlanTier;
  trialEndDate: Date | null;
  subscriptionEndDate: Date | null;
  maxConfigurations: number;
  nextTier: PlanTier | null;
  nextStartsAt: Date | null;
  nextEndsAt: Date | null;
  timeZone: string | null;
  clock: Clock;
  dateOrder: DateOrder;
};

/** The same columns of `users u`, for the one statement that each request begins with. */
export const callerColumns = Prisma.sql`
      u.id, u.email, u.role::text AS role, u.is_verified AS "isVerified",
      u.subscription_status::text AS "subscriptionStatus", u.subscription_tier::text AS "subscriptionTier",
      u.trial_end_date AS "trialEndDate", u.subscription_end_date AS "subscriptionEndDate",
      u.max_configurations AS "maxConfigurations", u.next_tier::text AS "nextTier",
      u.next_starts_at AS "nextStartsAt", u.next_ends_at AS "nextEndsAt", u.time_zone AS "timeZone",
      u.clock::text AS clock, u.date_order::text AS "dateOrder"`;
