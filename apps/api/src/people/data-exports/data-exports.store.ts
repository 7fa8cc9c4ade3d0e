import { type DataExport, type Db, Prisma } from '@picksync/db';
import type { ExportSection } from './export-sections.ts';

/** Reads the newest copy of a user that can still be fetched, is being made, or failed. */
export function findNewestExport(
  db: Db,
  { userId, at }: { userId: string; at: Date },
): Promise<DataExport | null> {
  return db.dataExport.findFirst({
    where: { userId, expiresAt: { gt: at } },
    orderBy: { createdAt: 'desc' },
  });
}

/** Reads a copy that is being made; null when it is made already, or its user is gone. */
export function findUnfinished(db: Db, id: string): Promise<DataExport | null> {
  return db.dataExport.findFirst({ where: { id, readyAt: null, failedAt: null } });
}

export async function finishExport(
  db: Db,
  { id, ...data }: { id: string; readyAt?: Date; failedAt?: Date; bytes?: number; expiresAt?: Date },
): Promise<void> {
  await db.dataExport.updateMany({ where: { id, readyAt: null }, data });
}

const whose = {
  id: (userId: string) => Prisma.sql`t.id = ${userId}::uuid`,
  user_id: (userId: string) => Prisma.sql`t.user_id = ${userId}::uuid`,
  connection_id: (userId: string) =>
    Prisma.sql`t.connection_id IN (SELECT id FROM smartsheet_connections WHERE user_id = ${userId}::uuid)`,
  webhook_id: (userId: string) =>
    Prisma.sql`t.webhook_id IN (SELECT id FROM outgoing_webhooks WHERE user_id = ${userId}::uuid)`,
  automation_id: (userId: string) =>
    Prisma.sql`t.automation_id IN (SELECT id FROM automations WHERE user_id = ${userId}::uuid)`,
};

/** Returns a page of a user's rows of one table, whole, after the given place. */
export async function readRows(
  db: Db,
  { table, by, order }: ExportSection,
  { userId, after, limit }: { userId: string; after: string | null; limit: number },
): Promise<{ at: string; row: Record<string, unknown> }[]> {
  const [from, column] = [Prisma.raw(`"${table}"`), Prisma.raw(`t."${order}"::text`)];
  const later = after === null ? Prisma.empty : Prisma.sql`AND ${column} > ${after}`;
  return db.$queryRaw`
    SELECT ${column} AS at, to_jsonb(t) AS row FROM ${from} t
    WHERE ${whose[by](userId)} ${later} ORDER BY ${column} LIMIT ${limit}`;
}
