import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { count, isoTime } from './fields.ts';
import { connectionStates } from './regions.ts';

/** How the user's Smartsheet account stands. */
const connectionState = z.object({
  state: z.enum(connectionStates),
  /** With `needs_reconnect`: why, and what to do, fit to show. */
  message: z.string().nullable(),
  /** Smartsheet is not asked at the moment or does not answer, which passes by itself; null when all is well. */
  waiting: z
    .object({
      reason: z.enum(['rate_limited', 'paced', 'provider_outage', 'provider_slow']),
      /** Null while a try is under way. */
      nextTryAt: isoTime.nullable(),
      /** Since when Smartsheet cannot be reached (`provider_outage`) or has not answered a sync (`provider_slow`). */
      since: isoTime.nullable(),
    })
    .nullable(),
});

export type ConnectionState = z.output<typeof connectionState>;

export const stats = z.object({
  activeAutomations: count,
  /** Dropdowns written, since the account exists. */
  updates: count,
  /** Automations whose last run failed. */
  errors: count,
  /** Error entries of the activity in the last 7 days. */
  errorsLast7Days: count,
  /** Automations that wait for a review. */
  needsReview: count,
  /** Dropdowns written in the last 7 days, and in the 7 days before. */
  updatesThisWeek: count,
  updatesLastWeek: count,
  /** Dropdowns written per day of the last 7 days in the user's time zone (UTC until it is known), oldest first; the last is today. */
  updatesPerDay: z.array(count).length(7),
  /** The same as `configurationCount` and `configurationLimit`. */
  configsUsed: count,
  configsAvailable: count,
  configurationCount: count,
  configurationLimit: count,
  /** Whole days, rounded up; null when not on trial. */
  trialEndsIn: count.nullable(),
  subscriptionStatus: z.enum(['free', 'trial', 'active']),
  connection: connectionState,
  /** Since when Smartsheet has been connected; null while it is not. */
  connectedSince: isoTime.nullable(),
  /** The 15-minute check; null while not connected. */
  lastSweepAt: isoTime.nullable(),
  nextSweepAt: isoTime.nullable(),
});

export type Stats = z.output<typeof stats>;

export const statsEndpoints = {
  read: endpoint('GET', '/api/stats', { reply: stats, access: 'user' }),
};
