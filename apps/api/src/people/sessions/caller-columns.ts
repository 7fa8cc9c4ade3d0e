import { Prisma } from '@picksync/db';
import type { Caller } from '../../http/caller.ts';

/** What is known of the caller of a request, by a session or a key. */
export type CallerColumns = Omit<Caller['user'], 'mailProblem'>;

/** The same columns of `users u`, for the one statement that each request begins with. */
export const callerColumns = Prisma.sql`
      u.id, u.email, u.role::text AS role, u.is_verified AS "isVerified",
      u.subscription_status::text AS "subscriptionStatus", u.subscription_tier::text AS "subscriptionTier",
      u.trial_end_date AS "trialEndDate", u.subscription_end_date AS "subscriptionEndDate",
      u.max_configurations AS "maxConfigurations", u.next_tier::text AS "nextTier",
      u.next_starts_at AS "nextStartsAt", u.next_ends_at AS "nextEndsAt", u.time_zone AS "timeZone",
      u.clock::text AS clock, u.date_order::text AS "dateOrder"`;
