import { type Db, Prisma } from '@picksync/db';
import type { Position } from '../../base/cursor.ts';

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
  isActive: boolean;
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
      a.last_error_reason AS reason, a.failing_since AS since, a.is_active AS "isActive", ${place} AS place,
      CASE WHEN c.status = 'connected' THEN greatest(a.failing_since, c.status_changed_at) END AS "countedFrom"
    FROM automations a JOIN users u ON u.id = a.user_id JOIN smartsheet_connections c ON c.id = a.connection_id
    WHERE a.last_error IS NOT NULL AND a.is_active AND ${later}
    ORDER BY ${place}, a.id LIMIT ${limit + 1}`;
}

export async function countFailing(db: Db): Promise<number> {
  return db.automation.count({ where: { lastError: { not: null }, isActive: true } });
}
