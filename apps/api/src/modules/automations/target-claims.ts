import { AppError } from '@picksync/contracts';
import { type Automation, isTargetTaken, type Tx } from '@picksync/db';
import { closesLoop } from './column-loops.ts';
import { findChain, lockChains } from './target-claims.store.ts';

/** Runs `work`, which claims a target column. Throws `column_taken` when another automation, whoever owns it, has it. */
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

/**
 * Throws `automation_loop` when an automation, as its row is now, closes a chain that leads back to its own source, whoever
 * owns the automations in between. Checks of a paused one only that it does not fill its own source: the rest is checked
 * when it is activated.
 */
export async function assertNoLoop(tx: Tx, automation: Automation): Promise<void> {
  if (automation.isActive) await lockChains(tx);
  const chain = automation.isActive ? await findChain(tx, automation) : [];
  if (!closesLoop(automation, chain)) return;
  throw new AppError('automation_loop', {
    errors: {
      targetColumnId: 'This would lead back to its own source, perhaps through a colleague’s automation',
    },
  });
}
