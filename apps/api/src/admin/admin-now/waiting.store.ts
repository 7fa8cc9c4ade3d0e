import type { waitingKinds } from '@picksync/contracts';
import { type Db, Prisma } from '@picksync/db';
import { isWaiting } from '../admin-billing/provider-events.ts';
import { selectWaitingPayments } from '../admin-payments/admin-payments.store.ts';

export type WaitingKind = (typeof waitingKinds)[number];

export type WaitingRow = {
  kind: WaitingKind;
  id: string;
  since: Date;
  deadline: Date | null;
  count: number;
};

/** What Help & Support promises. */
const answerHours = 24;

/**
 * Selects everything that waits for a person. An event about a payment that waits itself is left out: settling that one ends both.
 * A dispute that somebody else has to act on does not wait for us.
 */
function selectWaiting(at: Date): Prisma.Sql {
  return Prisma.sql`
    SELECT 'message' AS kind, id::text, created_at AS since,
      created_at + make_interval(hours => ${answerHours}) AS deadline, 1 AS count
    FROM contact_messages WHERE NOT is_read
    UNION ALL SELECT 'dispute', id::text, opened_at, respond_by, 1 FROM disputes WHERE status = 'open'
    UNION ALL SELECT 'payment', t.id::text, t.created_at, NULL, 1 ${selectWaitingPayments(at)}
    UNION ALL SELECT 'event', min(e.id::text), min(e.received_at), NULL, count(*)::int
      FROM provider_events e
      WHERE ${isWaiting} AND NOT (e.outcome = 'refused' AND EXISTS (
        SELECT FROM payment_transactions p
        WHERE p.provider::text = e.provider::text AND p.provider_subscription_id = e.reference
          AND p.transaction_type = 'unmatched' AND p.settled_at IS NULL AND p.status <> 'refunded'))
      GROUP BY e.provider, coalesce(e.reference, e.id::text)
    UNION ALL SELECT 'dead_letters', source_name, min(created_on), NULL, count(*)::int
      FROM pgboss.job WHERE name = 'dead-letters' AND state = 'created' AND source_name IS NOT NULL
      GROUP BY source_name
    UNION ALL SELECT 'incident', id::text, started_at, NULL, 1
      FROM status_incidents WHERE NOT is_measured AND ended_at IS NULL
    UNION ALL SELECT 'maintenance', id::text, starts_at, ends_at, 1
      FROM maintenance_windows WHERE ended_at IS NULL AND ends_at < ${at}`;
}

/** Returns what waits for a person: the soonest deadline first, then what waits longest. */
export function findWaiting(db: Db, { at, limit }: { at: Date; limit: number }): Promise<WaitingRow[]> {
  return db.$queryRaw<WaitingRow[]>`
    SELECT kind, id, since, deadline, count FROM (${selectWaiting(at)}) w
    ORDER BY deadline NULLS LAST, since, id LIMIT ${limit}`;
}

/** Returns how much of each kind waits for a person. */
export function countWaiting(db: Db, at: Date): Promise<{ kind: WaitingKind; count: number }[]> {
  return db.$queryRaw<{ kind: WaitingKind; count: number }[]>`
    SELECT kind, count(*)::int AS count FROM (${selectWaiting(at)}) w GROUP BY kind ORDER BY kind`;
}

export type EventFacts = {
  id: string;
  provider: 'paypal' | 'razorpay';
  type: string;
  detail: string | null;
  email: string | null;
};

/** Returns what an administrator reads about events: what they were and why they wait. */
export function findEventFacts(db: Db, ids: readonly string[]): Promise<EventFacts[]> {
  return db.$queryRaw<EventFacts[]>`
    SELECT e.id, e.provider::text AS provider, e.type, e.detail, u.email
    FROM provider_events e
    LEFT JOIN checkouts c ON c.provider::text = e.provider::text AND c.provider_reference = e.reference
    LEFT JOIN users u ON u.id = c.user_id
    WHERE e.id = ANY(${[...ids]}::uuid[])`;
}

export type FailingRow = {
  reason: string | null;
  isReview: boolean;
  automations: number;
  users: number;
  since: Date | null;
  /** Since when the failing of the first one counts; null while none of them has a connection. */
  countedFrom: Date | null;
};

/** Returns the active automations that fail, by reason, the most first, and how many are active. */
export async function findFailingGroups(db: Db): Promise<{ active: number; groups: FailingRow[] }> {
  const groups = await db.$queryRaw<FailingRow[]>`
      SELECT a.last_error_reason AS reason, bool_and(a.review IS NOT NULL) AS "isReview",
        count(*)::int AS automations, count(DISTINCT a.user_id)::int AS users,
        min(a.failing_since) AS since,
        min(greatest(a.failing_since, c.status_changed_at)) FILTER (WHERE c.status = 'connected') AS "countedFrom"
      FROM automations a JOIN smartsheet_connections c ON c.id = a.connection_id
      WHERE a.last_error IS NOT NULL AND a.is_active
      GROUP BY a.last_error_reason ORDER BY automations DESC, reason`;
  return { active: await db.automation.count({ where: { isActive: true } }), groups };
}
