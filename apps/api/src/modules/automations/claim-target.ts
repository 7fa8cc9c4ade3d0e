import { AppError } from '@picksync/contracts';
import { type Db, isTargetTaken, type SmartsheetConnection } from '@picksync/db';
import { findClaim } from './automations.store.ts';
import type { ColumnChoice } from './column-choice.ts';

/**
 * Runs `work`, in which a trigger claims the target column of an automation (see the migration `target_claims`). Throws
 * `column_taken` when another automation, of any user, holds the claim.
 */
export async function claimTarget<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw isTargetTaken(error) ? columnTaken(error) : error;
  }
}

/** Throws `column_taken` when another automation than `exceptId` holds the claim. Claims nothing. */
export async function assertTargetIsFree(
  db: Db,
  target: Pick<SmartsheetConnection, 'region'> &
    Pick<ColumnChoice, 'sheetId' | 'targetColumnId'> & { exceptId: string | null },
): Promise<void> {
  const claim = await findClaim(db, target);
  if (claim && claim.automationId !== target.exceptId) throw columnTaken();
}

function columnTaken(cause?: unknown): AppError {
  return new AppError('column_taken', {
    cause,
    errors: { targetColumnId: 'Another automation, perhaps a colleague’s, already fills this column' },
  });
}
