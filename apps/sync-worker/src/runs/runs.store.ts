import {
  type Automation,
  assertClaimHolds,
  lockAutomations,
  Prisma,
  type SyncClaim,
  type Tx,
} from '@picksync/db';
import { hasClaim, lockUnchanged, remembered } from '../automations/automations.store.ts';
import { markOtherReaders } from '../automations/mark-other-readers.ts';
import { saveNames } from '../automations/names.store.ts';
import type { Context } from '../context.ts';
import { countAndFindWanting, insertDeliveries } from '../outgoing-webhooks/webhook-events.store.ts';
import { isPlain, recordPlainRun } from './plain-run.store.ts';
import type { RecoveredWrite, RunColumns, RunRecord } from './run-record.ts';

/**
 * Records a run, all of it or nothing. When the automation was paused, deleted or changed meanwhile, only a written
 * dropdown is recorded, and the marks are left to the next run. Throws `ClaimLostError` when another run stands for the
 * connection by now: that one finds the intent and records it.
 */
export async function recordRun(
  { prisma, pool, queue }: Pick<Context, 'prisma' | 'pool' | 'queue'>,
  record: RunRecord & { claim: SyncClaim; hasOutgoingWebhooks: boolean },
): Promise<void> {
  if (isPlain(record) && (await recordPlainRun(pool, record))) return;
  await prisma.$transaction(async (tx) => {
    const { automation, recovered, claim } = record;
    if (recovered) await recordRecovered(tx, automation, recovered);
    const { webhookIds, isRemembered, isCurrent } = await recordOutcome(tx, record);
    for (const webhookId of webhookIds) await queue.send(tx, 'send-webhooks', { webhookId });
    if (haveRowsChanged(record)) await markOtherReaders(tx, automation, queue, automation.sourceSheetId);
    if (haveCellsChanged(record)) await markOtherReaders(tx, automation, queue, automation.sheetId);
    await sweepForLateWrite(tx, record);
    await assertClaimHolds(tx, claim, [
      ...(isRemembered ? endIntents(record) : []),
      ...(isCurrent ? clearMark(automation) : []),
    ]);
  });
}

/** Returns the statements that remove the intents whose outcome the run knows, or keep of one what may still arrive. */
function endIntents(record: RunRecord): Prisma.Sql[] {
  const { automation, rows, leavesIntents } = record;
  const isOfThis = Prisma.sql`automation_id = ${automation.id}::uuid`;
  const ended = leavesIntents ? [] : [Prisma.sql`DELETE FROM write_intents WHERE ${isOfThis} RETURNING 1`];
  if (rows?.underWay) {
    const { hashes, deletedRowIds } = rows.underWay;
    const kept = Prisma.sql`hashes = ${hashes}::text[], deleted_row_ids = ${deletedRowIds}::text[]`;
    return [...ended, Prisma.sql`UPDATE row_intents SET ${kept} WHERE ${isOfThis} RETURNING 1`];
  }
  if (leavesIntents && !haveRowsChanged(record)) return ended;
  return [...ended, Prisma.sql`DELETE FROM row_intents WHERE ${isOfThis} RETURNING 1`];
}

/** Returns the statement that clears the mark which the run has seen, unless a later one was set meanwhile. */
function clearMark({ id, dirtyAt }: Automation): Prisma.Sql[] {
  if (dirtyAt === null) return [];
  const isSeen = Prisma.sql`id = ${id}::uuid AND dirty_at = ${dirtyAt}::timestamptz`;
  return [Prisma.sql`UPDATE automations SET dirty_at = NULL WHERE ${isSeen} RETURNING 1`];
}

/**
 * Records the run. Returns the outgoing webhooks that have something to send now, whether the list is remembered as it
 * was left (else the next run has to find out), and whether the automation is still as it was.
 */
async function recordOutcome(
  tx: Tx,
  record: RunRecord,
): Promise<{ webhookIds: string[]; isRemembered: boolean; isCurrent: boolean }> {
  const { automation, at, columns, recovered } = record;
  const { id, manualSyncAt } = automation;
  const { review, ...rest } = columns;
  const wanting = await countRunAndFindWanting(tx, automation, record);
  // Other automations are marked in this transaction: rows of one table are locked in the order of their keys.
  if (haveRowsChanged(record) || haveCellsChanged(record)) await lockAutomations(tx, automation.connectionId);
  // One that was moved to a column of its own meanwhile is not paused.
  const isStill = rest.lastErrorReason === 'target_claimed' ? Prisma.sql`NOT ${hasClaim}` : undefined;
  const isCurrent = await lockUnchanged(tx, automation, isStill);
  if (isCurrent) {
    await tx.automation.update({
      where: { id },
      // Dated like the run: a row with another date has been changed since.
      data: { ...rest, ...remembered, review: review ?? Prisma.DbNull, updatedAt: at },
    });
  }
  const isWritten = record.run?.outcome === 'changed';
  const isRemembered = isCurrent || isWritten || recovered !== null;
  if (!isCurrent && isRemembered) await rememberList(tx, automation, columns.baseHashes);
  if (!isCurrent && !(await isRecordedAnyway(tx, record))) return { webhookIds: [], isRemembered, isCurrent };
  const webhookIds = await insertRun(tx, automation, record, wanting);
  if (isCurrent && record.namesAfter) await saveNames(tx, id, record.namesAfter);
  if (!isCurrent) return { webhookIds, isRemembered, isCurrent };
  await spendAnswer(tx, record);
  // A newer request for a sync by hand stays.
  const served = { where: { id, manualSyncAt }, data: { manualSyncAt: null, updatedAt: at } };
  if (manualSyncAt !== null) await tx.automation.updateMany(served);
  return { webhookIds, isRemembered, isCurrent };
}

/**
 * Remembers the list that a run left in an automation that was edited meanwhile, or it would be taken for a change by
 * hand. Does nothing when source or target have changed, or for a new two-way pair, whose base is unknown.
 */
export async function rememberList(
  tx: Tx,
  { id, mode, ...automation }: Automation,
  baseHashes: RunColumns['baseHashes'],
): Promise<void> {
  if (baseHashes === undefined) return;
  const { sourceSheetId, sourceColumnId, sheetId, targetColumnId } = automation;
  const place = { sourceSheetId, sourceColumnId, sheetId, targetColumnId };
  const isKnown = mode === 'two_way' ? {} : { mode: { not: 'two_way' as const } };
  await tx.automation.updateMany({
    where: { id, ...place, ...isKnown },
    data: { baseHashes, ...remembered },
  });
}

function haveRowsChanged({ rows }: RunRecord): boolean {
  return rows !== null && rows.added + rows.deleted > 0;
}

/** Whether cells of the target's sheet got another name. */
function haveCellsChanged({ run }: Pick<RunRecord, 'run'>): boolean {
  return run?.outcome === 'changed' && (run.cellsRenamed ?? 0) > 0;
}

/** Schedules the sweep for when a write may have arrived late; it finds the automation by the same time. */
async function sweepForLateWrite(tx: Tx, { automation, columns }: RunRecord): Promise<void> {
  const { lookAgainAt } = columns;
  if (!(lookAgainAt instanceof Date)) return;
  await tx.smartsheetConnection.updateMany({
    where: { id: automation.connectionId, nextSweepAt: { gt: lookAgainAt } },
    data: { nextSweepAt: lookAgainAt },
  });
}

/**
 * Records a write of an earlier run: it is counted and entered in the activity like any other. Outgoing webhooks are told
 * within a minute.
 */
export async function recordRecovered(
  tx: Tx,
  automation: Automation,
  recovered: RecoveredWrite,
): Promise<void> {
  const wanting = await countRunAndFindWanting(tx, automation, recovered);
  await insertRun(tx, automation, recovered, wanting);
}

/** Returns whether the run is recorded although its automation has changed: a written dropdown always is. */
async function isRecordedAnyway(tx: Tx, { automation: { id }, run }: RunRecord): Promise<boolean> {
  return run?.outcome === 'changed' && (await tx.automation.count({ where: { id } })) === 1;
}

/** Counts the dropdown that a run wrote, and returns the outgoing webhooks that want its event. */
async function countRunAndFindWanting(
  tx: Tx,
  { userId }: Automation,
  { at, run, activity }: Pick<RunRecord, 'at' | 'run' | 'activity'>,
): Promise<string[]> {
  if (run === null || (activity === null && run.outcome !== 'changed')) return [];
  return countAndFindWanting(tx, { userId, outcome: run.outcome, at });
}

/**
 * Inserts a run and its entry in the activity. An entry is also sent to the outgoing webhooks that want it, which are
 * returned.
 */
async function insertRun(
  tx: Tx,
  automation: Automation,
  { at, run, activity }: Pick<RunRecord, 'at' | 'run' | 'activity'>,
  wanting: string[],
): Promise<string[]> {
  const { id: automationId, userId, name: automationName } = automation;
  if (run === null) return [];
  await tx.automationRun.create({ data: { ...run, automationId, at } });
  if (run.copyId)
    await tx.listCopy.updateMany({ where: { id: run.copyId, automationId }, data: { runAt: at } });
  if (activity === null) return [];
  const entry = { automationId, automationName, userId, timestamp: at };
  await tx.activityLog.create({ data: { ...entry, ...activity, outcome: run.outcome } });
  const { outcome } = run;
  const { added, removed, optionCount, details } = activity;
  const { renamed = 0, cellsRenamed, cellsLocked } = run;
  const ofRenames = renamed > 0 ? { renamed, cellsRenamed, cellsLocked } : {};
  const counts = { added, removed, ...ofRenames, optionCount };
  await insertDeliveries(tx, wanting, { automation, at, outcome, ...counts, details });
  return wanting;
}

/** What was ticked counts for that answer alone. */
const noRenames = { approvedRenames: Prisma.DbNull };

/** Clears the review's answer that this run used; a newer one stays. */
async function spendAnswer(tx: Tx, { automation, at }: RunRecord): Promise<void> {
  for (const name of ['approvedReview', 'keptReview'] as const) {
    const { id, [name]: answer } = automation;
    if (answer === null) continue;
    const data = { [name]: null, updatedAt: at, ...(name === 'approvedReview' && noRenames) };
    await tx.automation.updateMany({ where: { id, [name]: answer }, data });
  }
}
