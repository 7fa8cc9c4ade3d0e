import type { AutomationRun, Db } from '@picksync/db';

/** A run with its automation, and the details of the run or of its entry in the activity. */
export type PassRow = Pick<
  AutomationRun,
  'at' | 'outcome' | 'added' | 'removed' | 'optionCount' | 'durationMs' | 'calls' | 'trigger' | 'answer'
> & {
  automationId: string;
  name: string;
  sourceSheetId: string;
  sourceSheetName: string | null;
  sourceColumnName: string;
  sheetId: string;
  sheetName: string;
  targetColumnId: string;
  targetColumnName: string;
  isLatest: boolean;
  lastError: string | null;
  lastErrorReason: string | null;
  details: string | null;
};

/**
 * Returns the runs of a user's automations that one read of their source has served, in the order in which they ended.
 * A run and its entry in the activity are written together and have the same time.
 */
export function findPass(db: Db, { userId, passId }: { userId: string; passId: string }): Promise<PassRow[]> {
  return db.$queryRaw<PassRow[]>`
    SELECT r.at, r.outcome::text AS outcome, r.added, r.removed, r.option_count AS "optionCount",
      r.duration_ms AS "durationMs", r.calls, r.trigger::text AS trigger, r.answer::text AS answer,
      a.id AS "automationId", a.name, a.source_sheet_id AS "sourceSheetId", a.source_sheet_name AS "sourceSheetName",
      a.source_column_name AS "sourceColumnName", a.sheet_id AS "sheetId", a.sheet_name AS "sheetName",
      a.target_column_id AS "targetColumnId", a.target_column_name AS "targetColumnName",
      a.last_run_at IS NOT DISTINCT FROM r.at AS "isLatest", a.last_error AS "lastError",
      a.last_error_reason AS "lastErrorReason", coalesce(r.details, entry.details) AS details
    FROM automation_runs r
    JOIN automations a ON a.id = r.automation_id AND a.user_id = ${userId}::uuid
    LEFT JOIN LATERAL (
      SELECT l.details FROM activity_logs l
      WHERE l.automation_id = r.automation_id AND l.timestamp = r.at AND l.outcome = r.outcome
      ORDER BY l.id LIMIT 1
    ) entry ON true
    WHERE r.pass_id = ${passId}::uuid
    ORDER BY r.at, r.id`;
}
