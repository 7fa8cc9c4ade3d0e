import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { count, isoTime } from './fields.ts';
import { statusParts } from './status.ts';

/** What can be wrong with an installation, the worst first. */
export const nowProblems = [
  'not_ready',
  'no_worker',
  'no_sweep',
  'part_disturbed',
  'checks_late',
  'queue_late',
  'mail_held',
  'log_not_archived',
  'connections_lost',
  'callbacks_failed',
  'receipts_missing',
  'database_full',
  'smartsheet_away',
  'not_measured',
] as const;

const problem = z.object({
  kind: z.enum(nowProblems),
  /** `bad`: people notice it, or it is lost when nobody acts. */
  level: z.enum(['bad', 'warn']),
  since: isoTime.nullable(),
  /** How many accounts, jobs, mails, webhooks or receipts it is about; of `database_full` the share in percent. */
  count: count.nullable(),
  /** The queue, the parts of the status page, or those of `/readyz` that it is about. */
  names: z.array(z.string()),
});

/** What is read for the answer, each by itself: one that cannot be read does not take the others with it. */
const nowSources = [
  'process',
  'workers',
  'queues',
  'status',
  'accounts',
  'database',
  'delays',
  'jobs',
  'waiting',
  'failing',
] as const;

/** What waits for a person. */
export const waitingKinds = [
  'message',
  'dispute',
  'payment',
  'event',
  'dead_letters',
  'incident',
  'maintenance',
] as const;

const waitingItem = z.object({
  kind: z.enum(waitingKinds),
  /** Of the message, dispute, payment, event, incident or maintenance; the name of a queue. */
  id: z.string(),
  since: isoTime,
  /** Until when: a provider's own date, what support promises, or the announced end. Null where nobody has set one. */
  deadline: isoTime.nullable(),
  /** The address of whom it is about; null where that is nobody or not known. */
  email: z.string().nullable(),
  provider: z.enum(['paypal', 'razorpay', 'manual', 'none']).nullable(),
  amount: z.number().nullable(),
  currency: z.string().nullable(),
  /** One sentence or title about it: the beginning of a message, a reason, a type. */
  about: z.string().nullable(),
  plan: z.enum(['trial', 'free', 'basic', 'premium']).nullable(),
  /** Dead letters of the queue, or events about the same payment; else 1. */
  count,
  /** The provider's own page, where it is ended. */
  providerPage: z.string().nullable(),
});

const failingGroup = z.object({
  /** Null where it is not known. */
  reason: z.string().nullable(),
  class: z.enum(['retry', 'needs_user', 'configuration', 'bug']),
  /** Whether they wait for an answer of their users, so that nothing of them is broken. */
  isReview: z.boolean(),
  automations: count,
  users: count,
  since: isoTime.nullable(),
  /** When the first of them is paused, if nothing changes. */
  pausesAt: isoTime.nullable(),
});

/** Values of the last hour, one for each two minutes, oldest first; null where there is none. */
const series = z.array(z.number().nullable());

export const adminNowEndpoints = {
  /** Whether everything runs, what waits for a person, and how the last hour was. */
  read: endpoint('GET', '/api/admin/now', {
    reply: z.object({
      at: isoTime,
      /** What could not be read: the fields made from it are null or incomplete. */
      unread: z.array(z.enum(nowSources)),
      isMaintenance: z.boolean(),
      /** The worst first. */
      problems: z.array(problem),
      workers: z.object({ alive: count, lastHeardAt: isoTime.nullable() }).nullable(),
      queues: z.object({ waiting: count, oldestSeconds: z.number().nullable(), dead: count }).nullable(),
      /** The parts of the status page that work, as measured in the last minutes. */
      working: z.array(z.enum(statusParts)),
      /** When the log of the database was last archived; null where it is not archived. */
      archivedAt: isoTime.nullable(),
      checks: z.object({ accounts: count, longestSeconds: z.number().nullable() }).nullable(),
      /** From the callback to the dropdown, of the changes of the last hour. */
      delays: z
        .object({
          changes: count,
          medianMs: z.number().nullable(),
          p95Ms: z.number().nullable(),
          medians: series,
          p95s: series,
        })
        .nullable(),
      /** Calls of Smartsheet by the runs of the last hour. */
      calls: z.object({ lastHour: count, perMinute: series }).nullable(),
      jobs: z.object({ lastHour: count, dead: count, perMinute: series }).nullable(),
      /** The soonest deadline first, then what waits longest; at most as many as fit on a page. */
      waiting: z
        .object({
          count,
          items: z.array(waitingItem),
          /** How many of each kind are left out. */
          more: z.array(z.object({ kind: z.enum(waitingKinds), count })),
        })
        .nullable(),
      failing: z.object({ automations: count, active: count, groups: z.array(failingGroup) }).nullable(),
    }),
    access: 'admin',
  }),
};
