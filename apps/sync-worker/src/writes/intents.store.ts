import { memoryVersion } from '@picksync/contracts/sync';
import {
  assertClaimHolds,
  holdsClaim,
  lockClaim,
  Prisma,
  type PrismaClient,
  queryUnderClaim,
  type RowIntent,
  type SyncClaim,
  type WriteIntent,
} from '@picksync/db';
import {
  beginRemembering,
  hasClaim,
  isStillWanted,
  isUnchanged,
  type SyncedAutomation,
} from '../automations/automations.store.ts';
import { type ByHand, isRemembered, rememberChangesByHand } from '../automations/changes-by-hand.store.ts';
import type { Context } from '../context.ts';
import type { RecoveredWrite } from '../runs/run-record.ts';
import { recordRecovered, rememberList } from '../runs/runs.store.ts';

type BeginWrite = {
  /** As it was when the pass began. */
  automation: SyncedAutomation;
  intent: Omit<WriteIntent, 'automationId' | 'jobId' | 'attempt' | 'at' | 'copyId' | 'newNames'> & {
    copyId?: string | null | undefined;
    newNames?: number | null | undefined;
  };
  /** Changes by hand that stay: they are in the list that is about to be written, so they are remembered with it. */
  byHand?: ByHand;
  /** A write of an earlier run that was not recorded: it is recorded before its intent is replaced. */
  recovered?: (RecoveredWrite & { baseHashes: string[] }) | undefined;
};

/**
 * Records what a run is about to write. False when the automation is not what it was, does not hold the claim on its target, or
 * its sync was taken back. Throws `ClaimLostError` when another run stands for the connection.
 */
export async function beginWrite(
  { prisma, pool }: Pick<Context, 'prisma' | 'pool'>,
  input: BeginWrite & { claim: SyncClaim },
): Promise<boolean> {
  const { automation, intent, byHand, recovered, claim } = input;
  const { id: automationId } = automation;
  if (!recovered && isRemembered(automation, byHand))
    return insertIntent(pool, { automation, intent, claim });
  return prisma.$transaction(async (tx) => {
    if (recovered) await recordRecovered(tx, automation, recovered);
    const isCurrent = await beginRemembering(tx, automation);
    if (isCurrent && byHand) await rememberChangesByHand(tx, automation, byHand);
    if (!isCurrent && recovered) {
      await rememberList(tx, automation, recovered.baseHashes);
      await tx.writeIntent.deleteMany({ where: { automationId } });
    }
    const values = Prisma.sql`VALUES (${toIntentValues(automationId, intent, claim)})`;
    await assertClaimHolds(tx, claim, isCurrent ? [writeIntent(values)] : []);
    return isCurrent;
  });
}

/** Records an intent where nothing else is to be remembered, in one statement. */
async function insertIntent(
  pool: Context['pool'],
  { automation, intent, claim }: Pick<BeginWrite, 'automation' | 'intent'> & { claim: SyncClaim },
): Promise<boolean> {
  const isCurrent = Prisma.sql`${isUnchanged(automation)} AND ${hasClaim} AND ${isStillWanted(automation)}`;
  const remember = Prisma.sql`
    UPDATE automations a SET settings_version = ${memoryVersion} WHERE ${isCurrent} RETURNING a.id`;
  // One that is being edited or deleted is waited for.
  const find = Prisma.sql`SELECT a.id FROM automations a WHERE ${isCurrent} FOR SHARE OF a`;
  const isOld = automation.settingsVersion < memoryVersion;
  const values = Prisma.sql`
    SELECT ${toIntentValues(automation.id, intent, claim)} FROM current`;
  const [row] = await queryUnderClaim<{ isWritten: boolean }>(
    pool,
    Prisma.sql`
      WITH current AS (${isOld ? remember : find}),
      claim AS (${lockClaim(claim, Prisma.sql`(SELECT count(*) FROM current) >= 0`)}),
      intent AS (${writeIntent(values)})
      SELECT ${holdsClaim(Prisma.sql`claim`)}, EXISTS (SELECT FROM intent) AS "isWritten"`,
  );
  return row?.isWritten === true;
}

/** Returns the statement that records an intent, in place of an earlier one. */
function writeIntent(values: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    INSERT INTO write_intents (automation_id, sheet_id, column_id, fingerprint, validation, added, removed,
      option_count, job_id, attempt, copy_id, new_names)
    ${values}
    ON CONFLICT (automation_id) DO UPDATE SET sheet_id = EXCLUDED.sheet_id, column_id = EXCLUDED.column_id,
      fingerprint = EXCLUDED.fingerprint, validation = EXCLUDED.validation, added = EXCLUDED.added,
      removed = EXCLUDED.removed, option_count = EXCLUDED.option_count, job_id = EXCLUDED.job_id,
      attempt = EXCLUDED.attempt, copy_id = EXCLUDED.copy_id, new_names = EXCLUDED.new_names
    RETURNING 1`;
}

function toIntentValues(
  automationId: string,
  {
    sheetId,
    columnId,
    fingerprint,
    validation,
    added,
    removed,
    optionCount,
    copyId = null,
    newNames = null,
  }: BeginWrite['intent'],
  { jobId, attempt }: SyncClaim,
): Prisma.Sql {
  return Prisma.sql`${automationId}::uuid, ${sheetId}::text, ${columnId}::text, ${fingerprint}::text, ${validation}::boolean,
    ${added}::int, ${removed}::int, ${optionCount}::int, ${jobId}::uuid, ${attempt}::int,
    ${copyId}::uuid, ${newNames}::int`;
}

/** What a two-way run is about to do with the rows of its source. */
export type RowsToChange = Pick<RowIntent, 'hashes' | 'deletedRowIds' | 'deletedHashes'>;

/**
 * Records what a run is about to do with the rows of its source. False when the automation is not what it was, does
 * not hold the claim on its target, or its sync was taken back. Throws `ClaimLostError` when another run stands for the connection.
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
    const isCurrent = await beginRemembering(tx, automation);
    if (isCurrent) {
      await tx.rowIntent.upsert({ where: { automationId }, create: { automationId, ...data }, update: data });
    }
    await assertClaimHolds(tx, claim);
    return isCurrent;
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
