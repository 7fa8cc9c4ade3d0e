import {
  type Automation,
  type Db,
  lockAutomationsOf,
  type Prisma,
  type PrismaClient,
  type SmartsheetConnection,
  type SmartsheetWebhook,
  type User,
} from '@picksync/db';

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

export type WebhookAccount = {
  connection: SmartsheetConnection;
  user: User;
  /** The active ones. */
  automations: Pick<Automation, 'id' | 'sourceSheetId' | 'sheetId'>[];
  webhooks: SmartsheetWebhook[];
};

/** Null when the account was deleted. */
export async function findWebhookAccount(db: Db, connectionId: string): Promise<WebhookAccount | null> {
  const found = await db.smartsheetConnection.findUnique({
    where: { id: connectionId },
    include: {
      user: true,
      webhooks: true,
      automations: { where: { isActive: true }, select: { id: true, sourceSheetId: true, sheetId: true } },
    },
  });
  if (!found) return null;
  const { user, webhooks, automations, ...connection } = found;
  return { connection, user, webhooks, automations };
}

/** Those of these ids that are webhooks of other connections: two users may connect the same Smartsheet account. */
export async function findWebhooksOfOthers(
  db: Db,
  { connectionId, ids }: { connectionId: string; ids: readonly string[] },
): Promise<Set<string>> {
  const rows = await db.smartsheetWebhook.findMany({
    where: { id: { in: ids.filter((id) => uuid.test(id)) }, connectionId: { not: connectionId } },
    select: { id: true },
  });
  return new Set(rows.map(({ id }) => id));
}

/** A row before its webhook: the callback address names it, and the first callback may come before the answer. */
export const createWebhook = (
  db: Db,
  data: { connectionId: string; sheetId: string },
): Promise<SmartsheetWebhook> => db.smartsheetWebhook.create({ data });

export const updateWebhook = (db: Db, id: string, data: Prisma.SmartsheetWebhookUncheckedUpdateManyInput) =>
  db.smartsheetWebhook.updateMany({ where: { id }, data });

export const deleteWebhook = (db: Db, id: string) => db.smartsheetWebhook.deleteMany({ where: { id } });

/**
 * Tells the automations of an account which webhook watches their source, and whether it works. Rows that say so
 * already are not touched.
 */
export const tellAutomations = (prisma: PrismaClient, connectionId: string) =>
  prisma.$transaction(async (tx) => {
    await lockAutomationsOf(tx, connectionId);
    return tx.$executeRaw`
    UPDATE automations a SET webhook_id = w.id::text, webhook_enabled = coalesce(w.status = 'enabled', false)
    FROM automations mine
    LEFT JOIN smartsheet_webhooks w ON w.connection_id = mine.connection_id
      AND w.sheet_id = mine.source_sheet_id AND w.status <> 'deleting'
    WHERE a.id = mine.id AND a.connection_id = ${connectionId}::uuid
      AND (a.webhook_id IS DISTINCT FROM w.id::text
        OR a.webhook_enabled <> coalesce(w.status = 'enabled', false))`;
  });

/** Accounts among these whose webhooks have not been in order for a while. */
export async function findBrokenWebhooks(
  db: Db,
  { connectionIds, untouchedSince }: { connectionIds: string[]; untouchedSince: Date },
): Promise<string[]> {
  const rows = await db.smartsheetWebhook.findMany({
    where: {
      connectionId: { in: connectionIds },
      status: { not: 'enabled' },
      updatedAt: { lt: untouchedSince },
    },
    distinct: ['connectionId'],
    select: { connectionId: true },
  });
  return rows.map(({ connectionId }) => connectionId);
}
