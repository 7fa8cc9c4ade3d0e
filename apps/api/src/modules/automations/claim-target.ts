import { AppError } from '@picksync/contracts';
import { isTargetTaken } from '@picksync/db';

/**
 * Runs `work`, in which a trigger claims the target column of an automation (see the migration `target_claims`). Throws
 * `column_taken` when another automation, of any user, holds the claim.
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
