import { assertClaimHolds, lockAutomations, type PrismaClient, type SyncClaim } from '@picksync/db';
import { beginRemembering, type SyncedAutomation } from '../automations/automations.store.ts';
import { type ByHand, rememberChangesByHand } from '../automations/changes-by-hand.store.ts';
import { markOtherReaders } from '../automations/mark-other-readers.ts';
import { type IntendedRename, listAtRest, type NamesAfter, saveNames } from '../automations/names.store.ts';
import type { Context } from '../context.ts';

/** How long those who read cells wait for a rename that has begun: one that has stopped for longer may not go on at all. */
const renameMinutes = 30;

/**
 * Returns what is remembered of the names of an automation, and whether another one, of any user, is renaming the cells that it reads:
 * it has begun, and is not done.
 */
export async function findNames(
  prisma: PrismaClient,
  { id, connectionId, sourceSheetId, sourceColumnId }: SyncedAutomation,
): Promise<{ names: unknown; isAsked: boolean; isHalfRenamed: boolean }> {
  const [row] = await prisma.$queryRaw<{ names: unknown; isAsked: boolean; isHalfRenamed: boolean }[]>`
    SELECT n.names, coalesce(n.is_asked, false) AS "isAsked", EXISTS (
      SELECT FROM target_claims t JOIN rename_intents i USING (automation_id)
      JOIN automations a ON a.id = t.automation_id
      WHERE t.region = c.region AND t.sheet_id = ${sourceSheetId} AND t.column_id = ${sourceColumnId} AND a.is_active
        AND i.fingerprint <> ${listAtRest.fingerprint}
        AND i.at > clock_timestamp() - make_interval(mins => ${renameMinutes}::int)) AS "isHalfRenamed"
    FROM smartsheet_connections c LEFT JOIN source_names n ON n.automation_id = ${id}::uuid
    WHERE c.id = ${connectionId}::uuid`;
  return row ?? { names: null, isAsked: false, isHalfRenamed: false };
}

/**
 * Records what a run is about to rename, which row has which name now, and what stays of changes by hand: whoever finds it goes on
 * with it, and takes the list that it finds for the one that this run has left. False when the
 * automation is not what it was, does not hold the claim on its target, or need not be synced any more. Throws
 * `ClaimLostError` when another run stands for the connection.
 */
export function beginRenames(
  prisma: PrismaClient,
  input: { automation: SyncedAutomation; claim: SyncClaim; byHand: ByHand } & Required<
    Omit<NamesAfter, 'isAsked'>
  >,
): Promise<boolean> {
  const { automation, claim, byHand, ...begun } = input;
  return prisma.$transaction(async (tx) => {
    const isCurrent = await beginRemembering(tx, automation);
    if (isCurrent) {
      await saveNames(tx, automation.id, begun);
      await rememberChangesByHand(tx, automation, byHand);
    }
    await assertClaimHolds(tx, claim);
    return isCurrent;
  });
}

/**
 * Records how many cells are renamed so far, and marks who else reads them: nobody knows whether the run comes to its end. False when
 * the automation was edited, paused or deleted meanwhile: no further cell may change. Throws `ClaimLostError` when another run
 * stands for the connection.
 */
export function recordProgress(
  { prisma, queue }: Pick<Context, 'prisma' | 'queue'>,
  progress: {
    automation: SyncedAutomation;
    claim: SyncClaim;
    cells: number;
    cellsRenamed: number;
    cellsLocked: number;
  },
): Promise<boolean> {
  const { automation, claim, ...counts } = progress;
  return prisma.$transaction(async (tx) => {
    // Other automations are marked in this transaction: rows of one table are locked in the order of their keys.
    await lockAutomations(tx, automation.connectionId);
    const isCurrent = await beginRemembering(tx, automation);
    await tx.renameIntent.updateMany({ where: { automationId: automation.id }, data: counts });
    await markOtherReaders(tx, automation, queue, automation.sheetId);
    await assertClaimHolds(tx, claim);
    return isCurrent;
  });
}

/**
 * Records renames that go on, with the rows of which Smartsheet has refused cells; nothing where the automation was edited, paused or
 * deleted meanwhile. Throws `ClaimLostError` when another run stands for the connection.
 */
export function recordRefused(
  prisma: PrismaClient,
  { automation, claim, pairs }: { automation: SyncedAutomation; claim: SyncClaim; pairs: IntendedRename[] },
): Promise<void> {
  return prisma.$transaction(async (tx) => {
    if (await beginRemembering(tx, automation))
      await tx.renameIntent.updateMany({ where: { automationId: automation.id }, data: { pairs } });
    await assertClaimHolds(tx, claim);
  });
}

/**
 * Records that both names are options: what people do to the list while cells are renamed is theirs, and not what became of our
 * write. False when the automation was edited, paused or deleted meanwhile. Throws `ClaimLostError` when another run stands for
 * the connection.
 */
export function recordBothNames(
  prisma: PrismaClient,
  both: { automation: SyncedAutomation; claim: SyncClaim; fingerprint: string; baseHashes: string[] },
): Promise<boolean> {
  const { automation, claim, fingerprint, baseHashes } = both;
  const { id } = automation;
  return prisma.$transaction(async (tx) => {
    const isCurrent = await beginRemembering(tx, automation);
    if (isCurrent) {
      await tx.automation.updateMany({ where: { id }, data: { targetFingerprint: fingerprint, baseHashes } });
      await tx.renameIntent.updateMany({ where: { automationId: id }, data: { fingerprint } });
      await tx.writeIntent.deleteMany({ where: { automationId: id } });
    }
    await assertClaimHolds(tx, claim);
    return isCurrent;
  });
}
