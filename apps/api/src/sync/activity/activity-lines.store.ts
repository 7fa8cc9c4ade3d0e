import { activityActions, lineEntriesShown } from '@picksync/contracts';
import { type ActivityLog, type Db, Prisma } from '@picksync/db';
import { belowPositionSql, type Position } from '../../base/cursor.ts';

/** Whose entries are read, and which of them. */
export type LineFilter = {
  userId: string;
  configId?: string | undefined;
  status?: string | undefined;
  action?: string | undefined;
  search?: string | undefined;
  /** Only so many of the newest entries are read, and the filter chooses among them. */
  newest?: number;
};

/** What is read of an entry. */
export type ShownLog = Pick<
  ActivityLog,
  | 'id'
  | 'userId'
  | 'automationId'
  | 'automationName'
  | 'action'
  | 'status'
  | 'details'
  | 'added'
  | 'removed'
  | 'renamed'
  | 'outcome'
  | 'timestamp'
>;

type Totals = {
  entries: number;
  worst: ActivityLog['status'];
  action: string | null;
  details: string | null;
  targetSheetName: string | null;
  /** Whether its automations read more than one column. */
  hasManySources: boolean;
  updated: number;
  waitingReview: number;
  failed: number;
  added: number;
  removed: number;
  renamed: number;
};

/** The newest entry of a line, and what all of them add up to; null for an entry of its own. */
export type LineRow = ShownLog & {
  groupId: string | null;
  sourceSheetName: string | null;
  sourceColumnName: string | null;
  sheetName: string | null;
  isChange: boolean;
  totals: Totals | null;
};

/** The columns of an entry, by the fields of Prisma's model. */
const entryColumns = Prisma.sql`
  l.id, l.user_id AS "userId", l.automation_id AS "automationId", l.automation_name AS "automationName", l.action,
  l.status::text AS status, l.details, l.added, l.removed, l.renamed, l.outcome::text AS outcome, l.group_id AS "groupId",
  l.key_name AS "keyName", l.is_by_system AS "isBySystem", l.timestamp`;

/** The table that entries are read from, and what has to stand before the query for it. */
function toSource({ userId, newest }: LineFilter): { before: Prisma.Sql; table: Prisma.Sql } {
  if (newest === undefined) return { before: Prisma.empty, table: Prisma.sql`activity_logs` };
  const before = Prisma.sql`newest AS MATERIALIZED (
    SELECT * FROM activity_logs WHERE user_id = ${userId}::uuid ORDER BY timestamp DESC, id DESC LIMIT ${newest}),`;
  return { before, table: Prisma.sql`newest` };
}

const wildcards = /[\\%_]/g;

/** Returns the condition that the row `entry` is one of those that the filter lets through. */
function passes({ userId, configId, status, action, search }: LineFilter, entry: Prisma.Sql): Prisma.Sql {
  const conditions = [
    Prisma.sql`${entry}.user_id = ${userId}::uuid`,
    // A newer version may have written an action that this one does not know.
    action === undefined
      ? Prisma.sql`${entry}.action = ANY(${[...activityActions]})`
      : Prisma.sql`${entry}.action = ${action}`,
  ];
  if (configId !== undefined) conditions.push(Prisma.sql`${entry}.automation_id = ${configId}::uuid`);
  if (status !== undefined) conditions.push(Prisma.sql`${entry}.status = ${status}::activity_status`);
  if (search) {
    const like = `%${search.replace(wildcards, (sign) => `\\${sign}`)}%`;
    conditions.push(Prisma.sql`(
      ${entry}.automation_name ILIKE ${like} OR ${entry}.details ILIKE ${like} OR ${entry}.key_name ILIKE ${like}
      OR ${entry}.automation_id IN (
        SELECT id FROM automations WHERE user_id = ${userId}::uuid
          AND concat_ws(E'\n', name, source_sheet_name, source_column_name, sheet_name, target_column_name) ILIKE ${like}))`);
  }
  return Prisma.join(conditions, ' AND ');
}

/**
 * The same for entries that are found by their group. No index serves this condition: a prepared plan, which does not know how many
 * entries a user has, would otherwise read all of them for each line.
 */
function passesInGroup(filter: LineFilter, entry: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(${passes(filter, entry)}) IS TRUE`;
}

/**
 * Returns the lines below a position, newest first, one more than `limit` where there are more. A line stands where its
 * newest entry does, and has all of its entries, also those below what comes after it: so a pass is never in two pages.
 */
export function findLines(
  db: Db,
  { below, limit, ...filter }: LineFilter & { below: Position | null; limit: number },
): Promise<LineRow[]> {
  const { before, table } = toSource(filter);
  return db.$queryRaw<LineRow[]>`
    WITH ${before} heads AS MATERIALIZED (
      SELECT l.* FROM ${table} l
      WHERE ${passes(filter, Prisma.sql`l`)} AND ${belowPositionSql(below, Prisma.sql`l.timestamp, l.id`)}
        AND (l.group_id IS NULL OR NOT EXISTS (
          SELECT FROM ${table} later
          WHERE later.group_id = l.group_id AND (later.timestamp, later.id) > (l.timestamp, l.id)
            AND ${passesInGroup(filter, Prisma.sql`later`)}))
      ORDER BY l.timestamp DESC, l.id DESC LIMIT ${limit + 1})
    SELECT ${entryColumns}, a.source_sheet_name AS "sourceSheetName", a.source_column_name AS "sourceColumnName",
      a.sheet_name AS "sheetName",
      l.group_id IS NOT NULL AND EXISTS (
        SELECT FROM automation_runs r WHERE r.pass_id = l.group_id AND r.trigger = 'change') AS "isChange",
      to_jsonb(totals) AS totals
    FROM heads l
    LEFT JOIN automations a ON a.id = l.automation_id
    LEFT JOIN LATERAL (${groupTotals(filter, table)}) totals ON l.group_id IS NOT NULL
    ORDER BY l.timestamp DESC, l.id DESC`;
}

/** What the entries of the line `l` add up to. */
function groupTotals(filter: LineFilter, table: Prisma.Sql): Prisma.Sql {
  const same = (column: Prisma.Sql) =>
    Prisma.sql`CASE WHEN count(${column}) = count(*) AND min(${column}) = max(${column}) THEN min(${column}) END`;
  const having = (outcome: string) =>
    Prisma.sql`count(*) FILTER (WHERE e.outcome = ${outcome}::run_outcome)::int`;
  return Prisma.sql`
    SELECT count(*)::int AS entries,
      (array_agg(e.status ORDER BY array_position(ARRAY['error', 'warning', 'success', 'info'], e.status::text)))[1] AS worst,
      ${same(Prisma.sql`e.action`)} AS action, ${same(Prisma.sql`e.details`)} AS details,
      ${same(Prisma.sql`ea.sheet_name`)} AS "targetSheetName",
      count(DISTINCT (ea.source_sheet_id, ea.source_column_id)) FILTER (WHERE ea.id IS NOT NULL) > 1 AS "hasManySources",
      ${having('changed')} AS updated, ${having('waiting_review')} AS "waitingReview", ${having('failed')} AS failed,
      coalesce(sum(e.added) FILTER (WHERE e.outcome = 'changed'), 0)::int AS added,
      coalesce(sum(e.removed) FILTER (WHERE e.outcome = 'changed'), 0)::int AS removed,
      coalesce(sum(e.renamed) FILTER (WHERE e.outcome = 'changed'), 0)::int AS renamed
    FROM ${table} e LEFT JOIN automations ea ON ea.id = e.automation_id
    WHERE e.group_id = l.group_id AND ${passesInGroup(filter, Prisma.sql`e`)}`;
}

export type EntryRow = ShownLog & {
  keyName: string | null;
  isBySystem: boolean;
  sourceSheetName: string | null;
  sourceColumnName: string | null;
  sheetName: string | null;
  targetColumnName: string | null;
};

/** Returns the entries below a position, newest first, with where each is about; of one line, if one is named. */
export function findEntries(
  db: Db,
  {
    lineId,
    below = null,
    limit = lineEntriesShown,
    ...filter
  }: LineFilter & { lineId?: string; below?: Position | null; limit?: number },
): Promise<EntryRow[]> {
  const { before, table } = toSource(filter);
  const all = Prisma.sql`SELECT * FROM ${table}`;
  // The two ways to belong to a line each have their index.
  const entries = lineId
    ? Prisma.sql`${all} WHERE group_id = ${lineId}::uuid UNION ALL ${all} WHERE id = ${lineId}::uuid AND group_id IS NULL`
    : all;
  return db.$queryRaw<EntryRow[]>`
    WITH ${before} page AS MATERIALIZED (
      SELECT l.* FROM (${entries}) l
      WHERE ${(lineId ? passesInGroup : passes)(filter, Prisma.sql`l`)}
        AND ${belowPositionSql(below, Prisma.sql`l.timestamp, l.id`)}
      ORDER BY l.timestamp DESC, l.id DESC LIMIT ${limit})
    SELECT ${entryColumns}, a.source_sheet_name AS "sourceSheetName", a.source_column_name AS "sourceColumnName",
      a.sheet_name AS "sheetName", a.target_column_name AS "targetColumnName"
    FROM page l LEFT JOIN automations a ON a.id = l.automation_id
    ORDER BY l.timestamp DESC, l.id DESC`;
}

/** Returns what one read of a source cost, for all dropdowns of the user's that it served; null where none is recorded. */
export async function findPassCost(
  db: Db,
  { userId, passId }: { userId: string; passId: string },
): Promise<{ dropdowns: number; calls: number; durationMs: number } | null> {
  const [cost] = await db.$queryRaw<{ dropdowns: number; calls: number; durationMs: number }[]>`
    SELECT count(*)::int AS dropdowns, sum(r.calls)::int AS calls,
      (extract(epoch FROM max(r.at) - min(r.at - r.duration_ms * interval '1 ms')) * 1000)::int AS "durationMs"
    FROM automation_runs r JOIN automations a ON a.id = r.automation_id AND a.user_id = ${userId}::uuid
    WHERE r.pass_id = ${passId}::uuid
    HAVING count(*) > 0`;
  return cost ?? null;
}
