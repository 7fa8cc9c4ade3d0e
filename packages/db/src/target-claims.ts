import type { Db } from './database.ts';
import { isUniqueViolation } from './transaction.ts';

/*
 * No two automations fill one column. The table `target_claims` keeps the rule: it has at most one row for a column. The
 * trigger functions `keep_automation_claim` and `keep_connection_claims` (in the migration `20261129200001_baseline`) write
 * its rows. It is asked here and in the API's `automations/claim-target.ts`.
 */

/**
 * Returns whether an automation of any user that is not two-way fills the list of a column: it would take back what others
 * add to the list.
 */
export async function isListFilled(
  db: Db,
  { connectionId, sheetId, columnId }: { connectionId: string; sheetId: string; columnId: string },
): Promise<boolean> {
  const [found] = await db.$queryRaw<{ isFilled: boolean }[]>`
    SELECT EXISTS (
      SELECT FROM target_claims t JOIN automations a ON a.id = t.automation_id
      WHERE t.region = (SELECT region FROM smartsheet_connections WHERE id = ${connectionId}::uuid)
        AND t.sheet_id = ${sheetId} AND t.column_id = ${columnId} AND a.mode <> 'two_way') AS "isFilled"`;
  return found?.isFilled === true;
}

/**
 * Returns whether a statement failed because another automation holds the claim on the target column. The trigger
 * functions above keep the claims: inserting, activating or moving an automation makes one.
 */
export function isTargetTaken(error: unknown): boolean {
  return isUniqueViolation(error) && error.meta?.modelName === 'TargetClaim';
}
