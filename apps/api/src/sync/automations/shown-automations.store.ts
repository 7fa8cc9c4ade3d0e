import type { BillingStatus, Region, Renaming } from '@picksync/contracts';
import {
  type Automation,
  billingColumns,
  type ConnectionStatus,
  type Database,
  type ListRestore,
  Prisma,
  queryRows,
  type SyncState as RowSyncState,
} from '@picksync/db';
import { belowPositionSql, type Position } from '../../base/cursor.ts';
import { settingColumnNames } from './settings.ts';

/** What all automations of a user have in common. */
export type ConnectionProgress = {
  region: Region;
  connectionStatus: ConnectionStatus;
  /** Since when it has this status. */
  connectedAt: Date;
  /** Of the connection. */
  syncState: RowSyncState;
  /** Until when no calls are made for the connection; null when it is not parked. */
  parkedUntil: Date | null;
  /** Until when that is a pause that Smartsheet asked for. */
  limitedUntil: Date | null;
  /** Since when Smartsheet cannot be reached; null when it can, or only limits calls. */
  retryingSince: Date | null;
  /** Since when a call of the connection's job has had no answer. */
  slowSince: Date | null;
  /**
   * What decides whether it is in real time: the user's plan, the scope for webhooks, and the state of the webhook on
   * the source.
   */
  billingStatus: Omit<BillingStatus, 'now'>;
  hasWebhookScope: boolean;
  /** When the sheets of the connection were last looked at, and when they are next, in ISO 8601. */
  lastSweptAt: string | null;
  nextSweepAt: string;
};

/** What is known of an automation beside its row. */
export type Progress = ConnectionProgress & {
  /** Smartsheet's status of the webhook on its source; null without one. */
  webhookStatus: string | null;
  webhookDetails: string | null;
  /** A change of its source or target waits to be looked at. */
  hasMarkedSheet: boolean;
  /** Copies of its list, as far as is known, and the last request to put one back; its times are ISO 8601. */
  copyCount: number;
  restore: StoredRestore | null;
  /** Options of which not every cell is renamed; null where there are none. */
  renaming: Renaming | null;
  /** The name of the rule that it belongs to; null where it stands alone. */
  ruleName: string | null;
};

type StoredRestore = Pick<ListRestore, 'copyId' | 'refusal' | 'added' | 'removed'> &
  Record<'listBefore' | 'requestedAt', string> & { endedAt: string | null };

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
  ...settingColumnNames,
  isActive: 'is_active',
  pausedBy: 'paused_by',
  restedAt: 'rested_at',
  restoringAt: 'restoring_at',
  ruleId: 'rule_id',
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
  lastRunRenamed: 'last_run_renamed',
  lastRunOptionCount: 'last_run_option_count',
  lastRunWarnings: 'last_run_warnings',
  lastRunWithoutAddress: 'last_run_without_address',
  fillsContacts: 'fills_contacts',
  leaving: 'leaving',
  heldAgainst: 'held_against',
  sourceSheetCount: 'source_sheet_count',
  review: 'review',
  health: 'health',
  healthCheckedAt: 'health_checked_at',
  outageSince: 'outage_since',
  outageTriedAt: 'outage_tried_at',
  recentRuns: 'recent_runs',
  createdAt: 'created_at',
} as const satisfies Partial<Record<keyof Automation, string>>;

/** Times that are compared with others. */
const times = [
  'manualSyncAt',
  'restedAt',
  'restoringAt',
  'failingSince',
  'outageSince',
  'outageTriedAt',
] as const satisfies (keyof Automation)[];

/** Times that are only shown stay texts: parsing them is a fifth of the work for a long list. */
const shownTimes = [
  'createdAt',
  'dirtyAt',
  'lastUpdated',
  'lastRunAt',
  'healthCheckedAt',
] as const satisfies (keyof Automation)[];

type ShownTime = (typeof shownTimes)[number];

/** A row with the times that are only shown in ISO 8601, in UTC. */
export type ShownRow = Omit<Pick<Automation, keyof typeof columns>, ShownTime> & {
  [T in ShownTime]: null extends Automation[T] ? string | null : string;
};

const contextTimes = [
  'connectedAt',
  'parkedUntil',
  'limitedUntil',
  'retryingSince',
  'slowSince',
  'trialEndDate',
  'subscriptionEndDate',
  'nextStartsAt',
  'nextEndsAt',
] as const;

const shownContextTimes = ['lastSweptAt', 'nextSweepAt'] as const;

/** What is known of an automation beside its row and what is the same for all automations of its user. */
const besides = [
  'hasMarkedSheet',
  'webhookStatus',
  'webhookDetails',
  'copyCount',
  'restore',
  'renaming',
  'ruleName',
] as const satisfies (keyof Progress)[];

const names = [...Object.keys(columns), ...besides];

const selected = Prisma.raw(
  Object.entries(columns)
    .map(([field, column]) => `a.${column} AS "${field}"`)
    .join(', '),
);

const aggregated = Prisma.raw(names.map((name) => `json_agg(shown."${name}")`).join(', '));

export type ShownAutomation = { row: ShownRow; progress: Progress };

type Stored = ShownRow & Pick<Progress, (typeof besides)[number]>;
/** As the database returns it: times are text. */
type StoredProgress = Record<string, unknown>;

/**
 * Returns what is shown of a user's automations, newest first, in one statement: of one of them, of those of a rule, or
 * of those below a position. The database returns each column as a JSON list. That takes a tenth of the time of thousands of single
 * values, and half the time of JSON objects with the names of the columns.
 */
export async function findShownAutomations(
  pool: Database['pool'],
  {
    userId,
    id,
    ruleId,
    below = null,
    limit,
  }: { userId: string; id?: string; ruleId?: string; below?: Position | null; limit: number },
): Promise<ShownAutomation[]> {
  const isOne = id === undefined ? Prisma.sql`true` : Prisma.sql`a.id = ${id}::uuid`;
  const isOfRule = ruleId === undefined ? Prisma.sql`true` : Prisma.sql`a.rule_id = ${ruleId}::uuid`;
  const [found] = await queryRows<{ context: StoredProgress | null; lists: (unknown[] | null)[] }>(
    pool,
    Prisma.sql`
    WITH mine AS MATERIALIZED (
      SELECT c.id, c.user_id, c.region::text AS region, c.status::text AS "connectionStatus",
        c.status_changed_at AS "connectedAt", c.sync_state::text AS "syncState",
        CASE WHEN c.parked_until > clock_timestamp() THEN c.parked_until END AS "parkedUntil",
        c.limited_until AS "limitedUntil",
        c.retrying_since AS "retryingSince", c.slow_since AS "slowSince", c.last_swept_at AS "lastSweptAt",
        c.next_sweep_at AS "nextSweepAt", 'ADMIN_WEBHOOKS' = ANY(c.scopes) AS "hasWebhookScope",
        ${billingColumns}
      FROM smartsheet_connections c JOIN users u ON u.id = c.user_id WHERE c.user_id = ${userId}::uuid),
    marked AS MATERIALIZED (
      SELECT s.sheet_id FROM sheets s JOIN mine ON s.connection_id = mine.id WHERE s.dirty_at IS NOT NULL)
    SELECT (SELECT row_to_json(mine) FROM mine) AS context, (
      SELECT json_build_array(${aggregated}) FROM (
        SELECT ${selected},
          a.source_sheet_id IN (SELECT sheet_id FROM marked) OR a.sheet_id IN (SELECT sheet_id FROM marked)
            AS "hasMarkedSheet",
          CASE WHEN w.status <> 'deleting' THEN w.remote_status END AS "webhookStatus",
          w.disabled_details AS "webhookDetails",
          (SELECT count(*)::int FROM list_copies c WHERE c.automation_id = a.id AND c.run_at IS NOT NULL AND c.lost_as IS NULL
            AND c.sheet_id = a.sheet_id AND c.column_id = a.target_column_id) AS "copyCount",
          (SELECT json_build_object('copyId', r.copy_id, 'listBefore', r.list_before, 'requestedAt', r.requested_at,
              'endedAt', r.ended_at, 'refusal', r.refusal, 'added', r.added, 'removed', r.removed)
            FROM list_restores r WHERE r.automation_id = a.id) AS restore,
          (SELECT json_build_object('names', jsonb_array_length(r.pairs), 'cells', r.cells, 'cellsRenamed', r.cells_renamed,
              'cellsLocked', r.cells_locked, 'isWaiting', r.cells_renamed + r.cells_locked >= r.cells)
            FROM rename_intents r WHERE r.automation_id = a.id AND r.cells > 0) AS renaming, of_rule.name AS "ruleName"
        FROM automations a
        LEFT JOIN rules of_rule ON of_rule.id = a.rule_id
        LEFT JOIN smartsheet_webhooks w ON w.connection_id = a.connection_id AND w.sheet_id = a.source_sheet_id
        WHERE a.user_id = ${userId}::uuid AND ${isOne} AND ${isOfRule}
          AND ${belowPositionSql(below, Prisma.sql`a.created_at, a.id`)}
        ORDER BY a.created_at DESC, a.id DESC LIMIT ${limit}
      ) shown) AS lists`,
  );
  if (!found?.context) return [];
  const context = toProgress(found.context);
  return getRows(found.lists).map((row) => {
    const { hasMarkedSheet, webhookStatus, webhookDetails, copyCount, restore, renaming, ruleName } = row;
    return {
      row,
      progress: {
        ...context,
        hasMarkedSheet,
        webhookStatus,
        webhookDetails,
        copyCount,
        restore,
        renaming,
        ruleName,
      },
    };
  });
}

/** Returns the rows of the lists of their columns, which are null where there is no row. */
function getRows(lists: (unknown[] | null)[]): Stored[] {
  const rows: Record<string, unknown>[] = Array.from({ length: lists[0]?.length ?? 0 }, () => ({}));
  for (const [place, name] of names.entries()) {
    const list = lists[place] ?? [];
    for (const [index, row] of rows.entries()) row[name] = list[index];
  }
  for (const row of rows) withTimes(row, { times, shownTimes });
  return rows as Stored[];
}

/** Returns what is the same for all automations of a user. */
function toProgress(stored: StoredProgress): ConnectionProgress {
  const { subscriptionStatus, tier, trialEndDate, maxConfigurations, ...rest } = withTimes(stored, {
    times: contextTimes,
    shownTimes: shownContextTimes,
  }) as ConnectionProgress['billingStatus'] & Omit<ConnectionProgress, 'billingStatus'>;
  const { subscriptionEndDate = null, nextTier, nextStartsAt, nextEndsAt, ...connection } = rest;
  const plan = { subscriptionStatus, tier, trialEndDate, maxConfigurations, subscriptionEndDate };
  return { ...connection, billingStatus: { ...plan, nextTier, nextStartsAt, nextEndsAt } };
}

function withTimes(
  row: Record<string, unknown>,
  names: { times: readonly string[]; shownTimes: readonly string[] },
): unknown {
  for (const name of names.times) {
    const text = row[name];
    if (typeof text === 'string') row[name] = new Date(text);
  }
  for (const name of names.shownTimes) {
    const text = row[name];
    if (typeof text === 'string') row[name] = toIsoTime(text);
  }
  return row;
}

const wholeTime = '2026-11-22T13:27:54.363+00:00';

/** Returns a time as the database writes it in JSON, which leaves out zeros at the end, in the usual form. */
export function toIsoTime(text: string): string {
  const isWhole = text.length === wholeTime.length && text.endsWith('+00:00');
  return isWhole ? `${text.slice(0, -'+00:00'.length)}Z` : new Date(text).toISOString();
}
