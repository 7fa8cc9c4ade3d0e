import { randomUUID } from 'node:crypto';
import {
  type Automation,
  ClaimLostError,
  type CountedActivity,
  countActivity,
  type Db,
  lockAutomations,
  type PrismaClient,
  type SmartsheetConnection,
  type SmartsheetWebhook,
  type Tx,
  transact,
  type User,
} from '@picksync/db';
import { isSilent } from './silent-webhooks.ts';

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

const watchingFields = {
  id: true,
  sourceKind: true,
  sourceSheetId: true,
  sourceColumnId: true,
  sheetId: true,
  filters: true,
  labelTemplate: true,
  addressColumn: true,
} as const;

/** What decides on the webhooks of an automation. */
export type WatchingAutomation = Pick<Automation, keyof typeof watchingFields>;

export type ConnectionWebhooks = {
  connection: SmartsheetConnection;
  user: User;
  /** The active ones. */
  automations: WatchingAutomation[];
  /** Sheets whose cells are computed or linked. */
  volatileSheetIds: ReadonlySet<string>;
  webhooks: SmartsheetWebhook[];
};

/** Runs a write in a transaction, which is rolled back when another worker has claimed the mending since. */
export type MendWrite = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;

/**
 * Claims the mending of a connection's webhooks, and returns how to write what comes of it. A worker that was stopped
 * and replaced meanwhile writes nothing: its claim is gone.
 */
export async function claimMending(prisma: PrismaClient, connectionId: string): Promise<MendWrite> {
  const mendClaim = randomUUID();
  await prisma.smartsheetConnection.updateMany({ where: { id: connectionId }, data: { mendClaim } });
  return (work) =>
    transact(prisma, async (tx) => {
      const result = await work(tx);
      const held = await tx.$queryRaw<unknown[]>`
        SELECT 1 AS held FROM smartsheet_connections
        WHERE id = ${connectionId}::uuid AND mend_claim = ${mendClaim}::uuid FOR SHARE`;
      if (held.length === 0) throw new ClaimLostError('Somebody else mends the webhooks by now');
      return result;
    });
}

/** Returns what mending webhooks needs of a connection; null when it was deleted. */
export async function findConnectionWebhooks(
  db: Db,
  connectionId: string,
): Promise<ConnectionWebhooks | null> {
  const found = await db.smartsheetConnection.findUnique({
    where: { id: connectionId },
    include: {
      user: true,
      webhooks: true,
      automations: { where: { isActive: true }, select: watchingFields },
      sheets: { where: { volatile: true }, select: { sheetId: true } },
    },
  });
  if (!found) return null;
  const { user, webhooks, automations, sheets, ...connection } = found;
  const volatileSheetIds = new Set(sheets.map(({ sheetId }) => sheetId));
  return { connection, user, webhooks, automations, volatileSheetIds };
}

/** Returns which of these ids are webhooks of other connections: two users may connect the same Smartsheet account. */
export async function findForeignWebhooks(
  db: Db,
  { connectionId, ids }: { connectionId: string; ids: readonly string[] },
): Promise<Set<string>> {
  const rows = await db.smartsheetWebhook.findMany({
    where: { id: { in: ids.filter((id) => uuid.test(id)) }, connectionId: { not: connectionId } },
    select: { id: true },
  });
  return new Set(rows.map(({ id }) => id));
}

/**
 * Writes to the automations of a connection which webhook watches their source, by Smartsheet's id, and whether it
 * works. Rows that say so already are not touched.
 */
export async function updateAutomationWebhooks(tx: Tx, connectionId: string): Promise<void> {
  await lockAutomations(tx, connectionId);
  await tx.$executeRaw`
    UPDATE automations a SET webhook_id = w.remote_id, webhook_enabled = coalesce(w.status = 'enabled', false)
    FROM automations mine
    LEFT JOIN smartsheet_webhooks w ON w.connection_id = mine.connection_id
      AND w.sheet_id = mine.source_sheet_id AND w.status <> 'deleting'
    WHERE a.id = mine.id AND a.connection_id = ${connectionId}::uuid
      AND (a.webhook_id IS DISTINCT FROM w.remote_id
        OR a.webhook_enabled <> coalesce(w.status = 'enabled', false))`;
}

/**
 * Returns the sheets whose webhook was switched on after they were last read: no callback reported what changed in
 * between. Sheets that are marked already, or were never read, are not in it.
 */
export async function findReadBeforeEnabled(db: Db, connectionId: string): Promise<string[]> {
  const rows = await db.$queryRaw<{ sheetId: string }[]>`
    SELECT w.sheet_id AS "sheetId" FROM smartsheet_webhooks w
    JOIN sheets s ON s.connection_id = w.connection_id AND s.sheet_id = w.sheet_id
    WHERE w.connection_id = ${connectionId}::uuid AND w.status = 'enabled' AND w.enabled_at > s.last_read_at
      AND s.dirty_at IS NULL`;
  return rows.map(({ sheetId }) => sheetId);
}

const checkEveryHours = 24;
const retryAfterHours = 1;

/**
 * Sets when the webhooks of a connection are compared with those at Smartsheet again: in a day, in an hour where one
 * does not work, and not after `before`, when what the user's plan allows may be over.
 */
export function scheduleWebhookCheck(
  db: Db,
  { connectionId, before }: { connectionId: string; before: Date | null },
) {
  return db.$executeRaw`
    UPDATE smartsheet_connections c SET next_webhook_check_at = least(
      ${before}::timestamptz,
      now() + make_interval(hours => CASE WHEN EXISTS (
        SELECT FROM smartsheet_webhooks w WHERE w.connection_id = c.id AND w.status <> 'enabled'
      ) THEN ${retryAfterHours}::int ELSE ${checkEveryHours}::int END))
    WHERE c.id = ${connectionId}::uuid`;
}

/**
 * Claims those of these connections whose webhooks are due for a check: it is time, a change was found that was not
 * reported, or one watches single columns of a sheet that turned out to be computed. A check that fails is repeated in an hour. Locked rows are left for the next sweep.
 */
export async function claimWebhookChecks(db: Db, connectionIds: string[]): Promise<string[]> {
  const claimed = await db.$queryRaw<{ id: string }[]>`
    UPDATE smartsheet_connections c SET next_webhook_check_at = now() + make_interval(hours => ${retryAfterHours}::int)
    FROM (
      SELECT due.id FROM smartsheet_connections due
      WHERE due.id = ANY(${connectionIds}::uuid[]) AND due.status = 'connected' AND (
        due.next_webhook_check_at <= now()
        OR EXISTS (
          SELECT FROM smartsheet_webhooks w WHERE w.connection_id = due.id AND ${isSilent})
        OR EXISTS (
          SELECT FROM smartsheet_webhooks w
          JOIN sheets s ON s.connection_id = w.connection_id AND s.sheet_id = w.sheet_id AND s.volatile
          WHERE w.connection_id = due.id AND w.column_ids <> '{}'))
      ORDER BY due.id FOR NO KEY UPDATE SKIP LOCKED
    ) claimed
    WHERE c.id = claimed.id
    RETURNING c.id`;
  return claimed.map(({ id }) => id);
}

/** Writes the callbacks that were counted at webhooks to the activity of their users. */
export async function moveCallbackCounts(prisma: PrismaClient, connectionIds: string[]): Promise<void> {
  await prisma.$transaction(async (tx) => {
    const counted = await tx.$queryRaw<CountedActivity[]>`
      WITH taken AS (
        UPDATE smartsheet_webhooks w SET callback_count = 0
        FROM (
          SELECT id, callback_count FROM smartsheet_webhooks
          WHERE connection_id = ANY(${connectionIds}::uuid[]) AND callback_count > 0
          ORDER BY id FOR NO KEY UPDATE
        ) old
        WHERE w.id = old.id
        RETURNING w.connection_id, old.callback_count, coalesce(w.last_event_at, now()) AS at)
      SELECT c.user_id AS "userId", sum(taken.callback_count)::int AS count, max(taken.at) AS at
      FROM taken JOIN smartsheet_connections c ON c.id = taken.connection_id GROUP BY c.user_id`;
    await countActivity(tx, counted, {
      action: 'webhook_received',
      one: 'Smartsheet told us of a change.',
      many: 'Smartsheet told us of changes {count} times.',
    });
  });
}
