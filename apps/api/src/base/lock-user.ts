import { AppError } from '@picksync/contracts';
import type { Tx } from '@picksync/db';

/**
 * Locks a user's row: one transaction at a time may change how many automations the user has. Statements after this one
 * see what the transaction before has done; the same statement would not, because it keeps its snapshot. Returns
 * whether an administrator has disabled the account.
 */
export async function lockUser(tx: Tx, userId: string): Promise<{ isDisabled: boolean }> {
  const [row] = await tx.$queryRaw<{ isDisabled: boolean }[]>`
    SELECT disabled_at IS NOT NULL AS "isDisabled" FROM users WHERE id = ${userId}::uuid FOR NO KEY UPDATE`;
  return row ?? { isDisabled: false };
}

/**
 * Locks a user's row as `lockUser` does. Throws `account_disabled` when an administrator has disabled the account since the
 * request came.
 */
export async function lockEnabledUser(tx: Tx, userId: string): Promise<void> {
  const { isDisabled } = await lockUser(tx, userId);
  if (isDisabled) throw new AppError('account_disabled');
}
