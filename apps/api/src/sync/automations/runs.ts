import {
  AppError,
  type endpoints,
  failureReasons,
  type Parsed,
  type Pass,
  type PassTarget,
  type Run,
  type RunTrigger,
} from '@picksync/contracts';
import { type Automation, type AutomationRun, type Db, Prisma } from '@picksync/db';
import * as z from 'zod';
import type { Context } from '../../base/context.ts';
import { belowPositionSql, type Position, parseCursor, toPage } from '../../base/cursor.ts';
import { requireAutomation, type WhichAutomation } from './automations.ts';
import { type RunCopyColumns, runCopyColumns, toRunCopy } from './run-copy.ts';

type Query = Parsed<typeof endpoints.automations.runs>['query'];

/** Returns one page of the runs of an automation of the user's, newest first. Throws `not_found`. */
export async function listRuns(context: Context, which: WhichAutomation, { cursor, limit }: Query) {
  const { id: automationId } = await requireAutomation(context.db, which);
  const rows = await findRuns(context.db, { automationId, below: parseCursor(cursor), limit });
  const page = toPage(rows, limit, ({ at, id }) => ({ at, id }));
  return { ...page, items: page.items.map(toView) };
}

/** The trigger of older runs, which did not record it, by their entry in the activity. */
const triggersOfActions: Record<string, Run['trigger'] | undefined> = {
  manual_sync: 'user',
  pause_automation: 'pause',
};

function toView({ at, action, trigger, answer, ownerEmail, restoredBefore, copy, ...row }: RunRow): Run {
  return {
    ...row,
    copy: toRunCopy(copy),
    restoredBefore: restoredBefore?.toISOString() ?? null,
    at: at.toISOString(),
    trigger:
      getRunTrigger({ trigger, answer, restoredBefore }) ??
      ((action && triggersOfActions[action]) || 'automatic'),
    // Nobody but its owner may answer a review.
    answeredBy: answer && ownerEmail,
  };
}

/** Returns why there was a run, as it is stored; null for older runs. One that paused the automation stays so. */
function getRunTrigger({
  trigger,
  answer,
  restoredBefore,
}: Pick<RunColumns, 'trigger' | 'answer' | 'restoredBefore'>): RunTrigger | null {
  if (restoredBefore !== null) return 'restore';
  return answer && trigger !== 'pause' ? `review_${answer}` : trigger;
}

/** Returns one read of a source column with a result for each of the user's dropdowns. Throws `not_found`. */
export async function readPass(
  context: Context,
  { userId, id: passId }: { userId: string; id: string },
): Promise<Pass> {
  const rows = await findPass(context.db, { userId, passId });
  const last = rows.at(-1);
  if (!last) throw new AppError('not_found');
  return {
    id: passId,
    at: last.at.toISOString(),
    trigger: getTrigger(rows),
    source: {
      sheetId: last.sourceSheetId,
      sheetName: last.sourceSheetName,
      columnName: last.sourceColumnName,
    },
    targets: rows.map(toTarget),
    totals: countTotals(rows),
  };
}

/** The triggers, the most specific first. */
const telling: readonly RunTrigger[] = [
  'restore',
  'user',
  'review_approved',
  'review_kept',
  'change',
  'creation',
  'settings',
  'pause',
  'check',
];

function getTrigger(rows: PassRow[]): RunTrigger {
  const found = new Set(rows.map(getRunTrigger));
  return telling.find((trigger) => found.has(trigger)) ?? 'automatic';
}

const knownFailure = z.enum(failureReasons).nullable().catch(null);

function toTarget(row: PassRow): PassTarget {
  const {
    at: _,
    trigger,
    answer,
    restoredBefore,
    lastError,
    lastErrorReason,
    isLatest,
    details,
    ...rest
  } = row;
  return {
    ...rest,
    isLatest,
    // A failure that goes on has no entry of its own: the automation still holds its text.
    details: details ?? (isLatest ? lastError : null),
    lastFailure: isLatest ? knownFailure.parse(lastErrorReason) : null,
  };
}

function countTotals(rows: PassRow[]): Pass['totals'] {
  const sum = (of: (row: PassRow) => number) => rows.reduce((total, row) => total + of(row), 0);
  const having = (outcome: PassRow['outcome']) => rows.filter((row) => row.outcome === outcome).length;
  const began = Math.min(...rows.map(({ at, durationMs }) => at.getTime() - durationMs));
  const ended = Math.max(...rows.map(({ at }) => at.getTime()));
  // A run that waits for a review has added and removed nothing.
  const written = (row: PassRow, count: number) => (row.outcome === 'changed' ? count : 0);
  return {
    changed: having('changed'),
    unchanged: having('unchanged'),
    waitingReview: having('waiting_review'),
    failed: having('failed'),
    added: sum((row) => written(row, row.added)),
    removed: sum((row) => written(row, row.removed)),
    calls: sum(({ calls }) => calls),
    durationMs: ended - began,
  };
}

type RunColumns = Pick<
  AutomationRun,
  | 'at'
  | 'outcome'
  | 'added'
  | 'removed'
  | 'renamed'
  | 'cellsRenamed'
  | 'cellsLocked'
  | 'optionCount'
  | 'durationMs'
  | 'calls'
  | 'trigger'
  | 'answer'
  | 'restoredBefore'
> & {
  /** Of the run, or of its entry in the activity. */
  details: string | null;
};

const runColumns = Prisma.sql`
  r.at, r.outcome::text AS outcome, r.added, r.removed, r.renamed,
  r.cells_renamed AS "cellsRenamed", r.cells_locked AS "cellsLocked", r.option_count AS "optionCount", r.duration_ms AS "durationMs",
  r.calls, r.trigger::text AS trigger, r.answer::text AS answer, r.restored_before AS "restoredBefore", coalesce(r.details, entry.details) AS details`;

/** A run and its entry in the activity are written together and have the same time. */
const withEntry = Prisma.sql`
  LEFT JOIN LATERAL (
    SELECT l.action, l.details FROM activity_logs l
    WHERE l.automation_id = r.automation_id AND l.timestamp = r.at AND l.outcome = r.outcome
    ORDER BY l.id LIMIT 1
  ) entry ON true`;

type RunRow = RunColumns &
  Pick<AutomationRun, 'id' | 'rowsAdded' | 'rowsDeleted' | 'passId'> & {
    action: string | null;
    ownerEmail: string;
    copy: RunCopyColumns | null;
  };

/** Returns the runs of an automation below a position, newest first, one more than `limit` where there are more. */
function findRuns(
  db: Db,
  { automationId, below, limit }: { automationId: string; below: Position | null; limit: number },
): Promise<RunRow[]> {
  return db.$queryRaw<RunRow[]>`
    SELECT ${runColumns}, r.id, r.rows_added AS "rowsAdded", r.rows_deleted AS "rowsDeleted", r.pass_id AS "passId",
      u.email AS "ownerEmail", entry.action, ${runCopyColumns} AS copy
    FROM automation_runs r JOIN automations a ON a.id = r.automation_id JOIN users u ON u.id = a.user_id
    LEFT JOIN list_copies c ON c.id = r.copy_id AND c.automation_id = a.id
    ${withEntry}
    WHERE r.automation_id = ${automationId}::uuid AND ${belowPositionSql(below, Prisma.sql`r.at, r.id`)}
    ORDER BY r.at DESC, r.id DESC
    LIMIT ${limit + 1}`;
}

type PassRow = RunColumns &
  Pick<
    Automation,
    | 'name'
    | 'sourceSheetId'
    | 'sourceSheetName'
    | 'sourceColumnName'
    | 'sheetId'
    | 'sheetName'
    | 'targetColumnId'
    | 'targetColumnName'
    | 'fillsContacts'
    | 'lastError'
    | 'lastErrorReason'
  > & { automationId: string; isLatest: boolean };

/** Returns the runs of a user's automations that one read of their source has served, in the order in which they ended. */
function findPass(db: Db, { userId, passId }: { userId: string; passId: string }): Promise<PassRow[]> {
  return db.$queryRaw<PassRow[]>`
    SELECT ${runColumns},
      a.id AS "automationId", a.name, a.source_sheet_id AS "sourceSheetId", a.source_sheet_name AS "sourceSheetName",
      a.source_column_name AS "sourceColumnName", a.sheet_id AS "sheetId", a.sheet_name AS "sheetName",
      a.target_column_id AS "targetColumnId", a.target_column_name AS "targetColumnName",
      a.fills_contacts AS "fillsContacts", a.last_run_at IS NOT DISTINCT FROM r.at AS "isLatest", a.last_error AS "lastError",
      a.last_error_reason AS "lastErrorReason"
    FROM automation_runs r
    JOIN automations a ON a.id = r.automation_id AND a.user_id = ${userId}::uuid
    ${withEntry}
    WHERE r.pass_id = ${passId}::uuid
    ORDER BY r.at, r.id`;
}
