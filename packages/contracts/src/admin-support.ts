import * as z from 'zod';
import { activity } from './activity.ts';
import { reasonField } from './admin.ts';
import { adminUserDetail } from './admin-users.ts';
import { automation } from './automation-fields.ts';
import { endpoint } from './endpoint.ts';
import { adminAct, adminPages } from './endpoint-kinds.ts';
import { idField, idParams, isoTime, messageReply } from './fields.ts';
import { healthReport } from './health-checks.ts';
import { periodic } from './periodic.ts';
import { lastRun } from './runs.ts';

/** How long support may look at an account with one reason. */
export const supportViewMinutes = 30;

/** What support sees of an automation: where it is and how it goes, never what a filter or the dropdown holds. */
const seenAutomation = automation
  .pick({
    id: true,
    name: true,
    sheetName: true,
    sourceSheetName: true,
    sourceColumnName: true,
    targetColumnName: true,
    isActive: true,
    lastUpdated: true,
    checkedAt: true,
    lastError: true,
    webhookId: true,
    webhookEnabled: true,
    waiting: true,
  })
  .extend({
    periodic: periodic.pick({ message: true }).nullable(),
    lastRun: lastRun.pick({ outcome: true, optionCount: true }).nullable(),
  });

/** Why support does something about an account. The user reads it. */
const reasonBody = z.strictObject({ reason: reasonField });

const supportView = z.object({
  id: idField,
  reason: z.string(),
  at: isoTime,
  until: isoTime,
  user: adminUserDetail.pick({
    id: true,
    email: true,
    subscriptionStatus: true,
    subscriptionTier: true,
    accessUntil: true,
    automations: true,
    smartsheet: true,
    needsReview: true,
    failing: true,
  }),
  /** The newest entries of the activity log, without their sentences. */
  activity: z.array(
    activity.pick({ id: true, action: true, status: true, configurationName: true, timestamp: true }),
  ),
});

/**
 * One user's dashboard, read only. It is no session of the user: these calls read, and nothing else accepts the id of a view.
 * Nothing is asked of Smartsheet. What support does is a call of its own and needs no view: it begins what Picksync does for
 * the user as well, once, and the user reads of it with the reason.
 */
export const adminSupportEndpoints = {
  /** Opens a view for half an hour. The user sees it in their security activity, with the reason. */
  open: endpoint('POST', '/api/admin/users/:id/support-view', {
    ...adminAct,
    params: idParams,
    body: reasonBody,
    reply: messageReply.extend({ viewId: idField }),
  }),
  read: endpoint('GET', '/api/admin/support-views/:id', {
    params: idParams,
    reply: supportView,
    access: 'admin',
  }),
  /** The user's automations, newest first. */
  automations: endpoint('GET', '/api/admin/support-views/:id/automations', {
    ...adminPages,
    params: idParams,
    reply: z.array(seenAutomation),
  }),
  /** Ends a view before its time. */
  end: endpoint('POST', '/api/admin/support-views/:id/end', {
    params: idParams,
    reply: messageReply,
    access: 'admin',
  }),
  /** Looks at an automation of any user now, as its owner can, and keeps what was found as its `health`. */
  checkHealth: endpoint('POST', '/api/admin/automations/:id/check', {
    ...adminAct,
    params: idParams,
    body: reasonBody,
    reply: messageReply.extend(healthReport.shape),
  }),
  /** Has the webhooks compared that an automation of any user needs, and mended where they do not work. */
  mendWebhook: endpoint('POST', '/api/admin/automations/:id/mend-webhook', {
    ...adminAct,
    params: idParams,
    body: reasonBody,
  }),
};
