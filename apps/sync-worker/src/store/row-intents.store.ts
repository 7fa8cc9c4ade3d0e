import { assertClaimHolds, type PrismaClient, type RowIntent, type SyncClaim } from '@picksync/db';
import { beginRemembering, type SyncedAutomation } from './connections.store.ts';

/** What a two-way run is about to do with the rows of its source. */
export type RowsToChange = Pick<RowIntent, 'hashes' | 'deletedRowIds' | 'deletedHashes'>;

/**
 * Records what a run is about to do with the rows of its source. False when the automation is not what it was, or does
 * not hold the claim on its target. Throws `ClaimLostError` when another run stands for the connection.
 */
export function beginRows(
  prisma: PrismaClient,
  {
    automation,
    rows,
    claim,
    at,
  }: { automation: SyncedAutomation; rows: RowsToChange; claim: SyncClaim; at: Date },
): Promise<boolean> {
  const { id: automationId, sourceSheetId: sheetId, sourceColumnId: columnId } = automation;
  const { jobId, attempt } = claim;
  const data = { ...rows, sheetId, columnId, jobId, attempt, at };
  return prisma.$transaction(async (tx) => {
    const isUnchanged = await beginRemembering(tx, automation);
    if (isUnchanged) {
      await tx.rowIntent.upsert({
        where: { automationId },
        create: { automationId, ...data },
        update: data,
      });
    }
    await assertClaimHolds(tx, claim);
    return isUnchanged;
  });
}

/** Removes the intent for rows when nothing of it was done; what an earlier run deleted is still remembered. */
export function forgetRows(
  prisma: PrismaClient,
  { automation, claim }: { automation: SyncedAutomation; claim: SyncClaim },
): Promise<void> {
  const { id: automationId, rowIntent } = automation;
  const { deletedHashes = [], deletedRowIds = [] } = rowIntent ?? {};
  return prisma.$transaction(async (tx) => {
    const where = { automationId };
    if (deletedHashes.length === 0) await tx.rowIntent.deleteMany({ where });
    else await tx.rowIntent.updateMany({ where, data: { hashes: [], deletedRowIds, deletedHashes } });
    await assertClaimHolds(tx, claim);
  });
}
