import { memoryVersion, settingNames } from '@picksync/contracts/sync';
import {
  type Automation,
  hasValues,
  Prisma,
  type RenameIntent,
  type RowIntent,
  type Tx,
  type WriteIntent,
} from '@picksync/db';

/** An automation with what an earlier run was about to write and did not record. */
export type SyncedAutomation = Automation & {
  intent: WriteIntent | null;
  rowIntent: RowIntent | null;
  renameIntent: RenameIntent | null;
  /** Whether another automation has claimed its target: it must not write. */
  lacksClaim: boolean;
};

/** What the owner of an automation decides: its source, its target and its settings. */
const decided = ['sourceSheetId', 'sourceColumnId', 'sheetId', 'targetColumnId', ...settingNames] as const;

/** Written into a row before anything is remembered in it: older workers leave rows alone that they cannot read. */
export const remembered = { settingsVersion: memoryVersion };

/**
 * Returns the condition that the row `a` is this automation, unchanged since it was read: not paused, deleted or edited. One whose
 * earlier list is put back may be paused, and no other run goes on with it.
 */
export function isUnchanged(automation: Automation): Prisma.Sql {
  const { id, settingsVersion, restoringAt } = automation;
  const isItsTurn =
    restoringAt === null
      ? Prisma.sql`a.is_active AND a.restoring_at IS NULL`
      : Prisma.sql`a.restoring_at = ${restoringAt}::timestamptz`;
  // The run itself may have raised the version.
  return Prisma.sql`a.id = ${id}::uuid AND ${isItsTurn}
    AND a.settings_version IN (${settingsVersion}, ${Math.max(settingsVersion, memoryVersion)})
    AND ${hasValues(decided, automation)}`;
}

/** The row `a` holds the claim on its target. */
export const hasClaim = Prisma.sql`EXISTS (SELECT FROM target_claims t WHERE t.automation_id = a.id)`;

/**
 * Returns the condition that nobody has taken back what the run was asked for: a sync that was asked for with many others has one
 * of its marks until it ends.
 */
export function isStillWanted({ manualSyncAt, dirtyReason }: Automation): Prisma.Sql {
  if (manualSyncAt === null || dirtyReason !== 'check') return Prisma.sql`true`;
  return Prisma.sql`(a.manual_sync_at IS NOT NULL OR a.dirty_at IS NOT NULL)`;
}

/** Locks the row of an automation. False when it is not what it was, or a further condition on the row `a` does not hold. */
export async function lockUnchanged(
  tx: Tx,
  automation: Automation,
  condition = Prisma.sql`true`,
): Promise<boolean> {
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT 1 AS found FROM automations a WHERE ${isUnchanged(automation)} AND ${condition} FOR NO KEY UPDATE OF a`;
  return rows.length === 1;
}

/**
 * Raises the version of an automation that a run is about to remember something of. False when the automation is not what it
 * was, does not hold the claim on its target, or need not be synced any more.
 */
export async function beginRemembering(tx: Tx, automation: Automation): Promise<boolean> {
  const mayWrite = Prisma.sql`${hasClaim} AND ${isStillWanted(automation)}`;
  if (!(await lockUnchanged(tx, automation, mayWrite))) return false;
  const isOld = automation.settingsVersion < memoryVersion;
  if (isOld) await tx.automation.updateMany({ where: { id: automation.id }, data: remembered });
  return true;
}
