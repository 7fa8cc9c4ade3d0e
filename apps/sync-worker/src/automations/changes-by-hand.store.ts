import type { Tx } from '@picksync/db';
import type { SyncedAutomation } from './automations.store.ts';

/** Keyed hashes of options that were added by hand, and of those that were deleted. */
export type ByHand = { keptHashes: readonly string[]; excludedHashes: readonly string[] };

/** Returns whether the automation remembers these changes by hand already. */
export function isRemembered(automation: SyncedAutomation, byHand: ByHand | undefined): boolean {
  const names = ['keptHashes', 'excludedHashes'] as const;
  return names.every((name) => !byHand || JSON.stringify(byHand[name]) === JSON.stringify(automation[name]));
}

/** Records changes by hand that stay, where they are not remembered yet. */
export async function rememberChangesByHand(
  tx: Tx,
  automation: SyncedAutomation,
  byHand: ByHand,
): Promise<void> {
  if (isRemembered(automation, byHand)) return;
  const data = { keptHashes: [...byHand.keptHashes], excludedHashes: [...byHand.excludedHashes] };
  await tx.automation.updateMany({ where: { id: automation.id }, data });
}
