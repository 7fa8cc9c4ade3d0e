import type { RunTrigger } from '@picksync/contracts';
import { type AutomationRun, type Db, Prisma } from '@picksync/db';
import { belowPositionSql, type Position } from '../../base/cursor.ts';

/** A run, with the details of its entry in the activity, if it has one. */
export type RunRow = Pick<
  AutomationRun,
  | 'id'
  | 'at'
  | 'outcome'
  | 'added'
  | 'removed'
  | 'optionCount'
  | 'rowsAdded'
  | 'rowsDeleted'
  | 'details'
  | 'durationMs'
  | 'calls'
  | 'trigger'
  | 'answer'
  | 'passId'
> & { action: string | null; ownerEmail: string };

/**
 * Returns the runs of an automation below a position, newest first, one more than `limit` where there are more. A run
 * and its entry in the activity are written together and have the same time.
 */
export function findRuns(
  db: Db,
  { automationId, below, limit }: { automationId: string; below: Position | null; limit: number },
): Promise<RunRow[]> {
  return db.$queryRaw<RunRow[]>`
    SELECT r.id, r.at, r.outcome::text AS outcome, r.added, r.removed, r.option_count AS "optionCount",
      r.rows_added AS "rowsAdded", r.rows_deleted AS "rowsDeleted", r.duration_ms AS "durationMs", r.calls, r.trigger::text AS trigger, r.answer::text AS answer, r.pass_id AS "passId",
      u.email AS "ownerEmail",
      entry.action, coalesce(r.details, entry.details) AS details
    FROM automation_runs r JOIN automations a ON a.id = r.automation_id JOIN users u ON u.id = a.user_id
    LEFT JOIN LATERAL (
      SELECT l.action, l.details FROM activity_logs l
      WHERE l.automation_id = r.automation_id AND l.timestamp = r.at AND l.outcome = r.outcome
      ORDER BY l.id LIMIT 1
    ) entry ON true
    WHERE r.automation_id = ${automationId}::uuid AND ${belowPositionSql(below, Prisma.sql`r.at, r.id`)}
    ORDER BY r.at DESC, r.id DESC
    LIMIT ${limit + 1}`;
}

/** Returns why there was a run, as it is stored; null for older runs. One that paused the automation stays so. */
export function getRunTrigger({ trigger, answer }: Pick<RunRow, 'trigger' | 'answer'>): RunTrigger | null {
  return answer && trigger !== 'pause' ? `review_${answer}` : trigger;
}
