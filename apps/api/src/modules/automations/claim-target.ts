import { AppError } from '@picksync/contracts';
import { isTargetTaken } from '@picksync/db';

/**
 * Runs `work`, which claims a target column. Throws `column_taken` when another automation, whoever owns it, has it. The
 * claims are rows that triggers keep: see the migration `target_claims`.
 */
export async function claimTarget<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isTargetTaken(error)) throw error;
    throw new AppError('column_taken', {
      cause: error,
      errors: { targetColumnId: 'Another automation, perhaps a colleague’s, already fills this column' },
    });
  }
}
