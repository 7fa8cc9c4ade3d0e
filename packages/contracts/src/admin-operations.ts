import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { adminAct, adminPages } from './endpoint-kinds.ts';
import { count, idField, idParams, isoTime, rawReply } from './fields.ts';
import { securityActions } from './security-activity.ts';

/**
 * What has to be fixed. `needs_user`: the user's connection. `configuration`: a sheet or column. `retry`: nothing.
 * `bug`: our code.
 */
const failureClasses = ['retry', 'needs_user', 'configuration', 'bug'] as const;

const failingAutomation = z.object({
  id: idField,
  name: z.string(),
  userId: idField,
  email: z.string(),
  lastError: z.string(),
  class: z.enum(failureClasses),
  /** Whether it waits for an answer of its user, so that nothing of it is broken. */
  isReview: z.boolean(),
  since: isoTime.nullable(),
  /** When the system pauses it, if nothing changes. */
  pausesAt: isoTime.nullable(),
});

const queueState = z.object({
  name: z.string(),
  waiting: count,
  running: count,
  doneLastHour: count,
  /** Seconds that the oldest job has been due; null when none waits. */
  oldestSeconds: z.number().nullable(),
  /** Above this it is late. */
  limitSeconds: z.number(),
  dead: count,
});

/** Whose acts a list of the audit trail has, and the words for it. */
export const auditScopes = { admins: 'By administrators', everybody: 'By everybody' } as const;

export type AuditScope = keyof typeof auditScopes;

const auditScope = z.enum(Object.keys(auditScopes) as [AuditScope, ...AuditScope[]]).default('admins');

const auditEvent = z.object({
  id: z.string(),
  action: z.enum(Object.keys(securityActions) as [string, ...string[]]),
  at: isoTime,
  email: z.string().nullable(),
  /** The administrator who did it; null when the person did. */
  by: z.string().nullable(),
  /** What it was done to: a coupon, a queue, a key. */
  name: z.string().nullable(),
  reason: z.string().nullable(),
});

export const adminOperationsEndpoints = {
  /** What waits for an administrator, for the numbers beside the menu. */
  attention: endpoint('GET', '/api/admin/attention', {
    reply: z.object({
      /** What waits for a person, as `GET /api/admin/now` lists it. */
      now: count,
      inbox: count,
      payments: count,
      /** Disputes that are not closed. */
      disputes: count,
      events: count,
      automations: count,
      deadLetters: count,
    }),
    access: 'admin',
  }),
  /** Automations whose last run failed, those that failed longest first. */
  automations: endpoint('GET', '/api/admin/failing-automations', {
    ...adminPages,
    reply: z.array(failingAutomation),
  }),
  queues: endpoint('GET', '/api/admin/queues', {
    reply: z.object({
      queues: z.array(queueState),
      workers: z.object({ alive: count, lastHeardAt: isoTime.nullable() }),
      at: isoTime,
    }),
    access: 'admin',
  }),
  /** Retries the dead letters of a queue, at most 1,000 at once. */
  redrive: endpoint('POST', '/api/admin/queues/:name/redrive', {
    ...adminAct,
    params: z.strictObject({ name: z.string().min(1).max(60) }),
  }),
  /** What administrators did, and what happened to the security of accounts, newest first. */
  audit: endpoint('GET', '/api/admin/audit-events', {
    ...adminPages,
    query: adminPages.query.extend({ by: auditScope }),
    reply: z.array(auditEvent),
  }),
  /** Records that the trail is downloaded. Returns the address of the file, which opens for a few minutes. */
  exportAudit: endpoint('POST', '/api/admin/audit-exports', {
    ...adminAct,
    body: z.strictObject({ by: auditScope }),
    reply: z.object({ path: z.string() }),
    rate: 'strict',
  }),
  /** The trail as CSV, newest first; the browser navigates here. */
  auditFile: endpoint('GET', '/api/admin/audit-exports/:id/file', {
    params: idParams,
    reply: rawReply,
    access: 'admin',
    raw: 'redirect',
    isFile: true,
    failTo: '/admin/audit-log',
  }),
};
