import { assertClaimHolds, type Prisma, type PrismaClient, type SyncClaim, type Tx } from '@picksync/db';
import { beginRemembering, type SyncedAutomation } from '../passes/connections.store.ts';

/** What is recorded before names are changed, and of those of which cells keep the old one. */
export type RenamesBegun = Omit<Prisma.RenameIntentUncheckedCreateInput, 'automationId' | 'at' | 'pairs'> & {
  /** Keyed hashes of both names. */
  pairs: readonly { from: string; to: string; isKept?: boolean | undefined }[];
};

/** How names stand after a run. What is undefined stays as it is. */
export type NamesAfter = {
  /** Null where there are more than are remembered. */
  names?: Readonly<Record<string, string>> | null | undefined;
  /** Null where nothing is left to be renamed. */
  intent?: RenamesBegun | null | undefined;
};

/** Records in a transaction how names stand. */
export async function saveNames(tx: Tx, automationId: string, { names, intent }: NamesAfter): Promise<void> {
  const where = { automationId };
  if (names === null) await tx.sourceNames.deleteMany({ where });
  else if (names !== undefined)
    await tx.sourceNames.upsert({ where, create: { automationId, names }, update: { names } });
  if (intent === null) await tx.renameIntent.deleteMany({ where });
  else if (intent !== undefined) {
    const data = { ...intent, pairs: [...intent.pairs] };
    await tx.renameIntent.upsert({ where, create: { automationId, ...data }, update: data });
  }
}

/**
 * Records what a run is about to rename, and which row has which name now: whoever finds it goes on with it. False when the
 * automation is not what it was, does not hold the claim on its target, or need not be synced any more. Throws
 * `ClaimLostError` when another run stands for the connection.
 */
export function beginRenames(
  prisma: PrismaClient,
  { automation, claim, ...begun }: { automation: SyncedAutomation; claim: SyncClaim } & Required<NamesAfter>,
): Promise<boolean> {
  return prisma.$transaction(async (tx) => {
    const isCurrent = await beginRemembering(tx, automation);
    if (isCurrent) await saveNames(tx, automation.id, begun);
    await assertClaimHolds(tx, claim);
    return isCurrent;
  });
}

/** Records how many cells are renamed so far. Throws `ClaimLostError` when another run stands for the connection. */
export function recordProgress(
  prisma: PrismaClient,
  progress: {
    automationId: string;
    claim: SyncClaim;
    cells: number;
    cellsRenamed: number;
    cellsLocked: number;
  },
): Promise<void> {
  const { automationId, claim, ...counts } = progress;
  return prisma.$transaction(async (tx) => {
    await tx.renameIntent.updateMany({ where: { automationId }, data: counts });
    await assertClaimHolds(tx, claim);
  });
}
