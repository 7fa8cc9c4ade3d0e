import { type Automation, type Db, Prisma } from '@picksync/db';
import { belowPositionSql, type Position } from '../../cursor.ts';
import type { Context, Progress } from './automation-view.ts';

/** What is shown of an automation's row, by its columns in the database. */
const columns = {
  id: 'id',
  name: 'name',
  userId: 'user_id',
  sheetId: 'sheet_id',
  sheetName: 'sheet_name',
  sheetPermalink: 'sheet_permalink',
  sourceSheetId: 'source_sheet_id',
  sourceSheetName: 'source_sheet_name',
  sourceSheetPermalink: 'source_sheet_permalink',
  sourceColumnId: 'source_column_id',
  sourceColumnName: 'source_column_name',
  targetColumnId: 'target_column_id',
  targetColumnName: 'target_column_name',
  removeDuplicates: 'remove_duplicates',
  mode: 'mode',
  order: 'option_order',
  ignoreCase: 'ignore_case',
  splitValues: 'split_values',
  filters: 'filters',
  pinnedFirst: 'pinned_first',
  pinnedLast: 'pinned_last',
  maxRemovalPercent: 'max_removal_percent',
  labelTemplate: 'label_template',
  graceDays: 'grace_days',
  drift: 'drift',
  isActive: 'is_active',
  pausedBy: 'paused_by',
  webhookId: 'webhook_id',
  webhookEnabled: 'webhook_enabled',
  dirtyAt: 'dirty_at',
  manualSyncAt: 'manual_sync_at',
  lastUpdated: 'last_updated',
  lastError: 'last_error',
  lastErrorReason: 'last_error_reason',
  failingSince: 'failing_since',
  lastRunAt: 'last_run_at',
  lastRunOutcome: 'last_run_outcome',
  lastRunAdded: 'last_run_added',
  lastRunRemoved: 'last_run_removed',
  lastRunOptionCount: 'last_run_option_count',
  lastRunWarnings: 'last_run_warnings',
  leaving: 'leaving',
  heldAgainst: 'held_against',
  review: 'review',
  health: 'health',
  healthCheckedAt: 'health_checked_at',
  outageSince: 'outage_since',
  outageTriedAt: 'outage_tried_at',
  recentRuns: 'recent_runs',
  createdAt: 'created_at',
} as const satisfies Partial<Record<keyof Automation, string>>;

export type ShownRow = Pick<Automation, keyof typeof columns>;

const times = [
  'dirtyAt',
  'manualSyncAt',
  'lastUpdated',
  'failingSince',
  'lastRunAt',
  'healthCheckedAt',
  'outageSince',
  'outageTriedAt',
  'createdAt',
] as const satisfies (keyof ShownRow)[];

const contextTimes = [
  'connectedAt',
  'parkedUntil',
  'retryingSince',
  'slowSince',
  'lastSweptAt',
  'nextSweepAt',
  'trialEndDate',
  'subscriptionEndDate',
] as const;

const selected = Prisma.raw(
  Object.entries(columns)
    .map(([field, column]) => `a.${column} AS "${field}"`)
    .join(', '),
);

export type ShownAutomation = { row: ShownRow; progress: Progress };

/** As the database writes them: times are text. */
type Stored = Record<string, unknown> & Pick<Progress, 'hasMarkedSheet' | 'webhookStatus' | 'webhookDetails'>;
type StoredContext = Record<string, unknown>;

/**
 * Returns what is shown of a user's automations, newest first, in one statement: of one of them, or of those below a
 * position. The database writes all rows as one text of JSON, which is read in a fraction of the time that thousands of
 * values take one by one.
 */
export async function findShownAutomations(
  db: Db,
  {
    userId,
    id,
    below = null,
    limit,
  }: { userId: string; id?: string; below?: Position | null; limit: number },
): Promise<ShownAutomation[]> {
  const isWanted = id === undefined ? Prisma.sql`true` : Prisma.sql`a.id = ${id}::uuid`;
  const [found] = await db.$queryRaw<{ context: StoredContext | null; rows: Stored[] | null }[]>`
    WITH mine AS MATERIALIZED (
      SELECT c.id, c.user_id, c.region::text AS region, c.status::text AS "connectionStatus",
        c.status_changed_at AS "connectedAt", c.sync_state::text AS "syncState",
        CASE WHEN c.parked_until > clock_timestamp() THEN c.parked_until END AS "parkedUntil",
        c.retrying_since AS "retryingSince", c.slow_since AS "slowSince", c.last_swept_at AS "lastSweptAt",
        c.next_sweep_at AS "nextSweepAt", 'ADMIN_WEBHOOKS' = ANY(c.scopes) AS "hasWebhookScope",
        u.subscription_status::text AS "subscriptionStatus", u.subscription_tier::text AS tier,
        u.trial_end_date AS "trialEndDate", u.subscription_end_date AS "subscriptionEndDate",
        u.max_configurations AS "maxConfigurations"
      FROM smartsheet_connections c JOIN users u ON u.id = c.user_id WHERE c.user_id = ${userId}::uuid),
    marked AS MATERIALIZED (
      SELECT s.sheet_id FROM sheets s JOIN mine ON s.connection_id = mine.id WHERE s.dirty_at IS NOT NULL)
    SELECT (SELECT row_to_json(mine) FROM mine) AS context, (
      SELECT json_agg(shown) FROM (
        SELECT ${selected},
          a.source_sheet_id IN (SELECT sheet_id FROM marked) OR a.sheet_id IN (SELECT sheet_id FROM marked)
            AS "hasMarkedSheet",
          CASE WHEN w.status <> 'deleting' THEN w.remote_status END AS "webhookStatus",
          w.disabled_details AS "webhookDetails"
        FROM automations a
        LEFT JOIN smartsheet_webhooks w ON w.connection_id = a.connection_id AND w.sheet_id = a.source_sheet_id
        WHERE a.user_id = ${userId}::uuid AND ${isWanted}
          AND ${belowPositionSql(below, Prisma.sql`a.created_at, a.id`)}
        ORDER BY a.created_at DESC, a.id DESC LIMIT ${limit}
      ) shown) AS rows`;
  if (!found?.context || !found.rows) return [];
  const context = contextOf(found.context);
  return found.rows.map(({ hasMarkedSheet, webhookStatus, webhookDetails, ...row }) => {
    const shown = withTimes(row, times) as ShownRow;
    return { row: shown, progress: { ...context, hasMarkedSheet, webhookStatus, webhookDetails } };
  });
}

/** Returns what is the same for all automations of a user. */
function contextOf(stored: StoredContext): Context {
  const { subscriptionStatus, tier, trialEndDate, subscriptionEndDate, maxConfigurations, ...connection } =
    withTimes(stored, contextTimes) as Context['standing'] & Omit<Context, 'standing'>;
  const plan = { subscriptionStatus, tier, trialEndDate, maxConfigurations };
  return { ...connection, standing: { ...plan, subscriptionEndDate: subscriptionEndDate ?? null } };
}

function withTimes(row: Record<string, unknown>, names: readonly string[]): unknown {
  for (const name of names) {
    const text = row[name];
    if (typeof text === 'string') row[name] = new Date(text);
  }
  return row;
}
