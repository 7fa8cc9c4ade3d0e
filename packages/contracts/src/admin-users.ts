import * as z from 'zod';
import { reasonField } from './admin.ts';
import { endpoint } from './endpoint.ts';
import { adminAct, adminPages } from './endpoint-kinds.ts';
import { count, idField, idParams, isoTime } from './fields.ts';
import { connectionStates, regions } from './regions.ts';
import { currentSubscription } from './subscriptions.ts';
import { user } from './users.ts';

const adminUser = z.object({
  id: idField,
  email: z.string(),
  role: user.shape.role,
  isVerified: z.boolean(),
  createdAt: isoTime,
  /** Of the newest use of a session; null when there is none. */
  lastSeenAt: isoTime.nullable(),
  /** As every screen of the user shows it. */
  subscriptionStatus: user.shape.subscriptionStatus,
  subscriptionTier: user.shape.subscriptionTier,
  /** Of a cancelled or unpaid period. */
  accessUntil: isoTime.nullable(),
  automations: z.object({ active: count, paused: count, limit: count }),
  /** When an administrator has disabled the account. */
  disabledAt: isoTime.nullable(),
});

export const adminUserDetail = adminUser.extend({
  smartsheet: z.object({ state: z.enum(connectionStates), region: z.enum(regions).nullable() }),
  needsReview: count,
  failing: count,
  hasTwoFactor: z.boolean(),
  signInProviders: z.array(z.enum(['google', 'microsoft'])),
  disabledReason: z.string().nullable(),
  current: currentSubscription,
});

const reasonBody = z.strictObject({ reason: reasonField });

export const adminUserEndpoints = {
  /** Users whose email contains `search`, newest first. */
  list: endpoint('GET', '/api/admin/users', {
    ...adminPages,
    query: adminPages.query.extend({
      search: z
        .string()
        .trim()
        .toLowerCase()
        .max(254)
        .regex(/^[^\0]*$/, 'Please type a part of an address')
        .optional(),
    }),
    reply: z.array(adminUser),
  }),
  read: endpoint('GET', '/api/admin/users/:id', {
    params: idParams,
    reply: adminUserDetail,
    access: 'admin',
  }),
  /** Ends all sessions, API keys and charges, and pauses the automations; nobody can sign in to the account until it is enabled. */
  disable: endpoint('POST', '/api/admin/users/:id/disable', {
    ...adminAct,
    params: idParams,
    body: reasonBody,
  }),
  enable: endpoint('POST', '/api/admin/users/:id/enable', {
    ...adminAct,
    params: idParams,
    body: reasonBody,
  }),
  /** Ends every session but the caller's, which gets a new cookie. API keys and passwords stay. */
  endSessions: endpoint('POST', '/api/admin/end-sessions', { ...adminAct, body: reasonBody }),
};
