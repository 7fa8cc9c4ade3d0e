import { assertClaimHolds, lockAutomations, type PrismaClient, type SyncClaim } from '@picksync/db';
import { beginRemembering, type SyncedAutomation } from '../automations/automations.store.ts';
import { type ByHand, rememberChangesByHand } from '../automations/changes-by-hand.store.ts';
import { markOtherReaders } from '../automations/mark-other-readers.ts';
import { type IntendedRename, type NamesAfter, saveNames } from '../automations/names.store.ts';
import type { Context } from '../context.ts';

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
