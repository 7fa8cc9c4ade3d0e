import { assertClaimHolds, type PrismaClient, type SyncClaim, type Tx, type WriteIntent } from '@picksync/db';
import { type SyncedAutomation, whereUnchanged } from './connections.store.ts';
import { type RecoveredWrite, recordRecovered, rememberList } from './runs.store.ts';

/** Keyed hashes of options that were added by hand, and of those that were deleted. */
type ByHand = { keptHashes: readonly string[]; excludedHashes: readonly string[] };

export type BeginWrite = {
  /** As it was when the pass began. */
  automation: SyncedAutomation;
  intent: Omit<WriteIntent, 'automationId' | 'jobId' | 'attempt' | 'at'>;
  /** What was changed by hand and stays: it is in the list that is about to be written, so it is known with it. */
  byHand?: ByHand;
  /** A write of an earlier run that was not recorded: it is recorded before its intent is replaced. */
  recovered?: (RecoveredWrite & { baseHashes: string[] }) | undefined;
};

/**
 * Writes down what a run is about to write. False when the automation is not what it was, or does not hold the claim on
 * its target. Throws `ClaimLostError` when another run stands for the connection.
 */
export function beginWrite(
  prisma: PrismaClient,
  { automation, intent, byHand, recovered, claim }: BeginWrite & { claim: SyncClaim },
): Promise<boolean> {
  const { id: automationId } = automation;
  const { jobId, attempt } = claim;
  const { sheetId, columnId, fingerprint, validation, added, removed, optionCount } = intent;
  const list = { sheetId, columnId, fingerprint, validation, added, removed, optionCount };
  return prisma.$transaction(async (tx) => {
    if (recovered) await recordRecovered(tx, automation, recovered);
    const where = { ...whereUnchanged(automation), claim: { isNot: null } };
    const isUnchanged = (await tx.automation.count({ where })) === 1;
    if (isUnchanged && byHand) await rememberChangesByHand(tx, automation, byHand);
    if (isUnchanged) {
      const data = { ...list, jobId, attempt };
      await tx.writeIntent.upsert({
        where: { automationId },
        create: { automationId, ...data },
        update: data,
      });
    } else if (recovered) {
      await rememberList(tx, automation, recovered.baseHashes);
      await tx.writeIntent.deleteMany({ where: { automationId } });
    }
    await assertClaimHolds(tx, claim);
    return isUnchanged;
  });
}

async function rememberChangesByHand(tx: Tx, automation: SyncedAutomation, byHand: ByHand): Promise<void> {
  const names = ['keptHashes', 'excludedHashes'] as const;
  const isKnown = names.every((name) => JSON.stringify(byHand[name]) === JSON.stringify(automation[name]));
  if (isKnown) return;
  const data = { keptHashes: [...byHand.keptHashes], excludedHashes: [...byHand.excludedHashes] };
  await tx.automation.updateMany({ where: { id: automation.id }, data });
}
