import * as z from 'zod';
import { clocks, dateOrders } from './dates.ts';
import { idField, isoTime } from './fields.ts';

const roles = ['user', 'admin'] as const;
export const subscriptionTiers = ['free', 'basic', 'premium'] as const;
/**
 * `pending`: the first payment is not confirmed yet. `scheduled`, of a subscription alone: it begins on a later day.
 * `past_due`: a period ended unpaid and the days of grace run. `cancelled`: paid for until the end of the period.
 */
export const subscriptionStatuses = [
  'trial',
  'free',
  'pending',
  'scheduled',
  'active',
  'past_due',
  'cancelled',
  'expired',
] as const;

export type Role = (typeof roles)[number];
export type SubscriptionTier = (typeof subscriptionTiers)[number];
export type SubscriptionStatus = (typeof subscriptionStatuses)[number];

/** The signed-in user as the browser knows them. */
export const user = z.object({
  id: idField,
  email: z.string(),
  role: z.enum(roles),
  subscriptionTier: z.enum(subscriptionTiers),
  subscriptionStatus: z.enum(subscriptionStatuses),
  trialEndDate: isoTime.nullable(),
  /** IANA name, as the browser sent it at the last sign-in; null before that. Days in figures follow it. */
  timeZone: z.string().nullable(),
  clock: z.enum(clocks),
  dateOrder: z.enum(dateOrders),
});

export type User = z.output<typeof user>;
