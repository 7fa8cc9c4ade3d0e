import { AppError, targetRefusals } from '@picksync/contracts';
import { type Db, isTargetTaken, type SmartsheetConnection } from '@picksync/db';
import type { ColumnChoice } from './column-choice.ts';

/**
 * Runs `work`, in which a trigger claims the target column of an automation. Throws `column_taken` when another automation,
 * of any user, holds the claim. The rule that two automations may not fill one column is kept by the table `target_claims`
 * and the trigger function `keep_automation_claim` (in the migration `20261129200001_baseline`).
 */
export async function claimTarget<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw isTargetTaken(error) ? columnTaken(error) : error;
  }
}

type Target = Pick<SmartsheetConnection, 'region'> &
  Pick<ColumnChoice, 'sheetId' | 'targetColumnId'> & { exceptId: string | null };

/** Returns whether another automation than `exceptId`, of any user, fills a column. */
export async function isTargetTakenByAnother(
  db: Db,
  { region, sheetId, targetColumnId, exceptId }: Target,
): Promise<boolean> {
  const column = { region, sheetId, columnId: targetColumnId };
  const claim = await db.targetClaim.findUnique({ where: { region_sheetId_columnId: column } });
  return claim !== null && claim.automationId !== exceptId;
}

/** Throws `column_taken` when another automation than `exceptId` holds the claim. Claims nothing. */
export async function assertTargetIsFree(db: Db, target: Target): Promise<void> {
  if (await isTargetTakenByAnother(db, target)) throw columnTaken();
}

export function columnTaken(cause?: unknown): AppError {
  return new AppError('column_taken', { cause, errors: { targetColumnId: targetRefusals.taken } });
}
