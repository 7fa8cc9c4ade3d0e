import {
  assertClaimHolds,
  Prisma,
  type PrismaClient,
  type RowIntent,
  type SyncClaim,
  type Tx,
  type WriteIntent,
} from '@picksync/db';
import { beginRemembering, type SyncedAutomation } from './connections.store.ts';
import { type RecoveredWrite, recordRecovered, rememberList } from './runs.store.ts';

/** Keyed hashes of options that were added by hand, and of those that were deleted. */
type ByHand = { keptHashes: readonly string[]; excludedHashes: readonly string[] };

type BeginWrite = {
  /** As it was when the pass began. */
  automation: SyncedAutomation;
  intent: Omit<WriteIntent, 'automationId' | 'jobId' | 'attempt' | 'at'>;
  /** Changes by hand that stay: they are in the list that is about to be written, so they are remembered with it. */
  byHand?: ByHand;
  /** A write of an earlier run that was not recorded: it is recorded before its intent is replaced. */
  recovered?: (RecoveredWrite & { baseHashes: string[] }) | undefined;
};

/**
 * Records what a run is about to write. False when the automation is not what it was, or does not hold the claim on
 * its target. Throws `ClaimLostError` when another run stands for the connection.
 */
export function beginWrite(
  prisma: PrismaClient,
  { automation, intent, byHand, recovered, claim }: BeginWrite & { claim: SyncClaim },
): Promise<boolean> {
  const { id: automationId } = automation;
  return prisma.$transaction(async (tx) => {
    if (recovered) await recordRecovered(tx, automation, recovered);
    const isUnchanged = await beginRemembering(tx, automation);
    if (isUnchanged && byHand) await rememberChangesByHand(tx, automation, byHand);
    if (!isUnchanged && recovered) {
      await rememberList(tx, automation, recovered.baseHashes);
      await tx.writeIntent.deleteMany({ where: { automationId } });
    }
    await assertClaimHolds(tx, claim, isUnchanged ? [writeIntent(automation.id, intent, claim)] : []);
    return isUnchanged;
  });
}

/** Returns the statement that records an intent, in place of an earlier one. */
function writeIntent(
  automationId: string,
  { sheetId, columnId, fingerprint, validation, added, removed, optionCount }: BeginWrite['intent'],
  { jobId, attempt }: SyncClaim,
): Prisma.Sql {
  return Prisma.sql`
    INSERT INTO write_intents (automation_id, sheet_id, column_id, fingerprint, validation, added, removed,
      option_count, job_id, attempt)
    VALUES (${automationId}::uuid, ${sheetId}, ${columnId}, ${fingerprint}, ${validation}::boolean, ${added}, ${removed},
      ${optionCount}, ${jobId}::uuid, ${attempt})
    ON CONFLICT (automation_id) DO UPDATE SET sheet_id = EXCLUDED.sheet_id, column_id = EXCLUDED.column_id,
      fingerprint = EXCLUDED.fingerprint, validation = EXCLUDED.validation, added = EXCLUDED.added,
      removed = EXCLUDED.removed, option_count = EXCLUDED.option_count, job_id = EXCLUDED.job_id,
      attempt = EXCLUDED.attempt
    RETURNING 1`;
}

async function rememberChangesByHand(tx: Tx, automation: SyncedAutomation, byHand: ByHand): Promise<void> {
  const names = ['keptHashes', 'excludedHashes'] as const;
  const isKnown = names.every((name) => JSON.stringify(byHand[name]) === JSON.stringify(automation[name]));
  if (isKnown) return;
  const data = { keptHashes: [...byHand.keptHashes], excludedHashes: [...byHand.excludedHashes] };
  await tx.automation.updateMany({ where: { id: automation.id }, data });
}

/** What a two-way run is about to do with the rows of its source. */
export type RowsToChange = Pick<RowIntent, 'hashes' | 'deletedRowIds' | 'deletedHashes'>;

/**
 * Records what a run is about to do with the rows of its source. False when the automation is not what it was, or does
 * not hold the claim on its target. Throws `ClaimLostError` when another run stands for the connection.
 */
export function beginRows(
  prisma: PrismaClient,
  input: { automation: SyncedAutomation; rows: RowsToChange; claim: SyncClaim; at: Date },
): Promise<boolean> {
  const { automation, rows, claim, at } = input;
  const { id: automationId, sourceSheetId: sheetId, sourceColumnId: columnId } = automation;
  const { jobId, attempt } = claim;
  const data = { ...rows, sheetId, columnId, jobId, attempt, at };
  return prisma.$transaction(async (tx) => {
    const isUnchanged = await beginRemembering(tx, automation);
    if (isUnchanged) {
      await tx.rowIntent.upsert({ where: { automationId }, create: { automationId, ...data }, update: data });
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
