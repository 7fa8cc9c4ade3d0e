import { Prisma } from '@picksync/db';
import type { Topic } from '../../mail/find-notices.ts';
import { failsByItself } from '../automations/pause-failing.ts';
import { notifyConnectionLost } from '../outgoing-webhooks/deliveries.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/**
 * How long a problem has to last before it is reported: failures at the same time are reported together, and short ones
 * not at all.
 */
const steadyMs = 2 * minuteMs;

function before(at: Date, ms: number): Date {
  return new Date(at.getTime() - ms);
}

/** Selects what is over: notices whose subject is gone, or for which `condition` holds. `subjects` is the table `s`. */
function selectOver(topic: string, subjects: Prisma.Sql, condition: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    SELECT n.subject_id FROM notices n LEFT JOIN ${subjects} s ON s.id = n.subject_id
    WHERE n.topic = ${topic} AND n.closed_at IS NULL AND (s.id IS NULL OR ${condition})`;
}

const automations = Prisma.sql`automations`;

/** What people are told of about their automations, their connection, their outgoing webhooks and their channels. */
export const automationTopics: readonly Topic[] = [
  {
    topic: 'failing',
    due: (at) => Prisma.sql`
      SELECT a.user_id, a.id AS subject_id FROM automations a JOIN smartsheet_connections c ON c.id = a.connection_id
      WHERE a.failing_since <= ${before(at, steadyMs)} AND ${failsByItself}
        AND NOT EXISTS (
          SELECT FROM notices n
          WHERE n.topic = 'failing' AND n.subject_id = a.id AND n.opened_at > ${before(at, dayMs)})`,
    overWithMail: (at) => Prisma.sql`
      SELECT id FROM automations WHERE is_active AND last_error IS NULL AND failing_since IS NULL
        AND last_run_outcome IN ('changed', 'unchanged') AND updated_at <= ${before(at, steadyMs)}`,
    over: () =>
      selectOver(
        'failing',
        automations,
        Prisma.sql`NOT s.is_active OR (s.failing_since IS NULL AND s.review IS NOT NULL)`,
      ),
    mail: ({ batchId }) => ({ mail: 'automation_failing', batchId, key: batchId }),
    overMail: ({ batchId }) => ({ mail: 'automation_recovered', batchId, key: batchId }),
  },
  {
    topic: 'review',
    // A source that changes back and forth makes many reviews a day; one mail is enough, and the list shows each.
    due: (at) => Prisma.sql`
      SELECT user_id, id AS subject_id FROM automations
      WHERE review IS NOT NULL AND is_active AND last_run_outcome = 'waiting_review' AND approved_review IS NULL
        AND (review_mail_at IS NULL OR review_mail_at <= ${at})
        AND NOT EXISTS (
          SELECT FROM notices n
          WHERE n.topic = 'review' AND n.subject_id = automations.id AND n.opened_at > ${before(at, dayMs)})`,
    over: () => selectOver('review', automations, Prisma.sql`s.review IS NULL OR NOT s.is_active`),
    mail: ({ batchId }) => ({ mail: 'review_needed', batchId, key: batchId }),
  },
  {
    topic: 'paused',
    // A user who connects another account is told on the page, at that moment.
    due: () => Prisma.sql`
      SELECT user_id, id AS subject_id FROM automations
      WHERE paused_by = 'system' AND NOT is_active
        AND coalesce(last_error_reason, '') NOT IN ('other_account', 'plan_limit', 'left_rule')`,
    over: () =>
      selectOver('paused', automations, Prisma.sql`s.is_active OR s.paused_by IS DISTINCT FROM 'system'`),
    mail: ({ batchId }) => ({ mail: 'automation_paused', batchId, key: batchId }),
  },
  {
    topic: 'surplus',
    due: () => Prisma.sql`
      SELECT user_id, id AS subject_id FROM automations
      WHERE paused_by = 'system' AND NOT is_active AND last_error_reason = 'plan_limit'`,
    over: () =>
      selectOver(
        'surplus',
        automations,
        Prisma.sql`s.is_active OR s.last_error_reason IS DISTINCT FROM 'plan_limit'`,
      ),
    mail: ({ batchId }) => ({ mail: 'surplus_paused', batchId, key: batchId }),
  },
  {
    topic: 'reconnect',
    due: () => Prisma.sql`
      SELECT user_id, id AS subject_id FROM smartsheet_connections WHERE status = 'needs_reconnect'`,
    over: () =>
      selectOver('reconnect', Prisma.sql`smartsheet_connections`, Prisma.sql`s.status <> 'needs_reconnect'`),
    mail: ({ batchId, userId }) => ({ mail: 'reconnect_needed', userId, key: batchId }),
    notifyPrograms: notifyConnectionLost,
  },
  {
    topic: 'webhook_stopped',
    due: () => Prisma.sql`
      SELECT user_id, id AS subject_id FROM outgoing_webhooks WHERE NOT is_active AND stop_reason IS NOT NULL`,
    over: () => selectOver('webhook_stopped', Prisma.sql`outgoing_webhooks`, Prisma.sql`s.is_active`),
    mail: ({ batchId }) => ({ mail: 'webhook_stopped', batchId, key: batchId }),
  },
  {
    topic: 'channel_stopped',
    due: () => Prisma.sql`
      SELECT user_id, id AS subject_id FROM notice_channels WHERE NOT is_active AND stop_reason IS NOT NULL`,
    over: () => selectOver('channel_stopped', Prisma.sql`notice_channels`, Prisma.sql`s.is_active`),
    mail: ({ batchId }) => ({ mail: 'channel_stopped', batchId, key: batchId }),
  },
];
