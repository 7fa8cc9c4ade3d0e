import { assertClaimHolds, type PrismaClient, type SyncClaim, type WriteIntent } from '@picksync/db';
import { type SyncedAutomation, whereUnchanged } from './connections.store.ts';
import { type RecoveredWrite, recordRecovered } from './runs.store.ts';

export type BeginWrite = {
  /** As it was when the pass began. */
  automation: SyncedAutomation;
  intent: Omit<WriteIntent, 'automationId' | 'jobId' | 'attempt' | 'at'>;
  /** A write of an earlier run that was not recorded: it is recorded before its intent is replaced. */
  recovered?: RecoveredWrite | undefined;
};

/**
 * Writes down what a run is about to write. False when the automation is not what it was, or does not hold the claim on
 * its target. Throws `ClaimLostError` when another run stands for the connection.
 */
export function beginWrite(
  prisma: PrismaClient,
  { automation, intent, recovered, claim }: BeginWrite & { claim: SyncClaim },
): Promise<boolean> {
  const { id: automationId } = automation;
  const { jobId, attempt } = claim;
  const { sheetId, columnId, fingerprint, validation, added, removed, optionCount } = intent;
  const list = { sheetId, columnId, fingerprint, validation, added, removed, optionCount };
  return prisma.$transaction(async (tx) => {
    if (recovered) await recordRecovered(tx, automation, recovered);
    const where = { ...whereUnchanged(automation), claim: { isNot: null } };
    const isUnchanged = (await tx.automation.count({ where })) === 1;
    if (isUnchanged) {
      const data = { ...list, jobId, attempt };
      await tx.writeIntent.upsert({
        where: { automationId },
        create: { automationId, ...data },
        update: data,
      });
    } else if (recovered) {
      await tx.writeIntent.deleteMany({ where: { automationId } });
    }
    await assertClaimHolds(tx, claim);
    return isUnchanged;
  });
}
