import { type Db, Prisma } from '@picksync/db';
import { belowPositionSql, type Position } from '../../base/cursor.ts';

export type AuditRow = {
  id: string;
  action: string;
  at: Date;
  details: unknown;
  /** The address of the account it is about. */
  email: string | null;
  /** The administrator who did it, while they have an account. */
  by: string | null;
};

/** Returns audit events below a position, newest first, one more than `limit` where there are more. */
export function findAllAuditEvents(
  db: Db,
  { onlyAdmins, below, limit }: { onlyAdmins: boolean; below: Position | null; limit: number },
): Promise<AuditRow[]> {
  const wanted = onlyAdmins ? Prisma.sql`e.actor_id IS NOT NULL` : Prisma.sql`true`;
  const older = belowPositionSql(below, Prisma.sql`e.at, e.id`);
  return db.$queryRaw<AuditRow[]>`
    SELECT e.id, e.action, e.at, e.details, u.email, a.email AS by
    FROM audit_events e LEFT JOIN users u ON u.id = e.user_id LEFT JOIN users a ON a.id = e.actor_id
    WHERE ${wanted} AND ${older} ORDER BY e.at DESC, e.id DESC LIMIT ${limit + 1}`;
}

export type FailingRow = {
  id: string;
  name: string;
  userId: string;
  email: string;
  lastError: string;
  reason: string | null;
  since: Date | null;
  /** Since when its failing counts: time without a connection does not. Null while there is none. */
  countedFrom: Date | null;
  /** `since`, or when it was created where that is not known. */
  place: Date;
};

const place = Prisma.sql`coalesce(a.failing_since, a.created_at)`;

/** Returns active automations with an error, those that failed longest first, one more than `limit` where there are more. */
export function findFailing(
  db: Db,
  { above, limit }: { above: Position | null; limit: number },
): Promise<FailingRow[]> {
  const later = above ? Prisma.sql`(${place}, a.id) > (${above.at}, ${above.id}::uuid)` : Prisma.sql`true`;
  return db.$queryRaw<FailingRow[]>`
    SELECT a.id, a.name, a.user_id AS "userId", u.email, a.last_error AS "lastError",
      a.last_error_reason AS reason, a.failing_since AS since, ${place} AS place,
      CASE WHEN c.status = 'connected' THEN greatest(a.failing_since, c.status_changed_at) END AS "countedFrom"
    FROM automations a JOIN users u ON u.id = a.user_id JOIN smartsheet_connections c ON c.id = a.connection_id
    WHERE a.last_error IS NOT NULL AND a.is_active AND ${later}
    ORDER BY ${place}, a.id LIMIT ${limit + 1}`;
}
