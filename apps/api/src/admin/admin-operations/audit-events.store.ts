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
