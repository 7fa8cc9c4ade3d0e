import {
  assertClaimHolds,
  lockAutomations,
  type Prisma,
  type PrismaClient,
  type SyncClaim,
  type Tx,
} from '@picksync/db';
import type { Context } from '../context.ts';
import { type ByHand, rememberChangesByHand } from '../passes/changes-by-hand.store.ts';
import { beginRemembering, type SyncedAutomation } from '../passes/connections.store.ts';
import { markOtherReaders } from '../passes/mark-other-readers.ts';

/** What is recorded before names are changed, and of those of which cells keep the old one. */
export type RenamesBegun = Omit<Prisma.RenameIntentUncheckedCreateInput, 'automationId' | 'at' | 'pairs'> & {
  /** Keyed hashes of both names, and ids of rows. */
  pairs: readonly RenameBegun[];
};

/** Of a rename of which nothing but cells is under way. */
export const listAtRest = { fingerprint: '', added: 0, removed: 0, copyId: null };

type RenameBegun = {
  from: string;
  to: string;
  isKept?: boolean | undefined;
  onlyRows?: readonly string[] | undefined;
  refused?: { at: string; rows: readonly string[] } | undefined;
};

/** How names stand after a run. What is undefined stays as it is. */
export type NamesAfter = {
  /** Null where there are more than are remembered. */
  names?: Readonly<Record<string, string>> | null | undefined;
  /** Null where nothing is left to be renamed. */
  intent?: RenamesBegun | null | undefined;
  /** Whether a question about names is open. Names that are remembered anew close it. */
  isAsked?: boolean | undefined;
};

/** Records in a transaction how names stand. */
export async function saveNames(
  tx: Tx,
  automationId: string,
  { names, intent, isAsked }: NamesAfter,
): Promise<void> {
  const where = { automationId };
  if (names === null) await tx.sourceNames.deleteMany({ where });
  else if (names !== undefined) {
    const data = { names, isAsked: false };
    await tx.sourceNames.upsert({ where, create: { automationId, ...data }, update: data });
  } else if (isAsked !== undefined) await tx.sourceNames.updateMany({ where, data: { isAsked } });
  if (intent === null) await tx.renameIntent.deleteMany({ where });
  else if (intent !== undefined) {
    const data = { ...intent, pairs: intent.pairs as Prisma.InputJsonArray };
    await tx.renameIntent.upsert({ where, create: { automationId, ...data }, update: data });
  }
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
  { automation, claim, pairs }: { automation: SyncedAutomation; claim: SyncClaim; pairs: RenameBegun[] },
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
