import { AppError } from '@picksync/contracts';
import { closesLoop, type Link } from './column-loops.ts';

type Filling = Link & { id: string };

/**
 * Throws `column_taken` when another of the user's automations fills the same column, and `automation_loop` when a
 * chain would come back to its own source. `ownId` is the automation's own, when it is there already.
 */
export function refuseConflicts(wanted: Link, all: readonly Filling[], ownId?: string): void {
  const others = all.filter(({ id }) => id !== ownId);
  const isTaken = others.some(
    (other) => other.sheetId === wanted.sheetId && other.targetColumnId === wanted.targetColumnId,
  );
  if (isTaken) throw new AppError('column_taken');
  if (closesLoop(wanted, others)) throw new AppError('automation_loop');
}
