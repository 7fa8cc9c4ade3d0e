import type { ActivityAction, ActivityStatus } from '@picksync/contracts';
import {
  type Automation,
  assertClaimHolds,
  clearAutomationMarks,
  lockAutomationsOf,
  markConnectionDirty,
  Prisma,
  type PrismaClient,
  type Queue,
  type SyncClaim,
  type Tx,
} from '@picksync/db';
import { whereUnchanged } from './connections.store.ts';
import { insertDeliveries } from './webhook-events.store.ts';

/** What a run changes in its automation's row. */
export type RunColumns = Pick<
  Prisma.AutomationUncheckedUpdateManyInput,
  | 'sourceSheetName'
  | 'sourceSheetPermalink'
  | 'sourceColumnName'
  | 'sheetName'
  | 'sheetPermalink'
  | 'targetColumnName'
  | 'lastRunAt'
  | 'lastRunOutcome'
  | 'lastRunAdded'
  | 'lastRunRemoved'
  | 'lastRunOptionCount'
  | 'lastRunWarnings'
  | 'lastUpdated'
  | 'lastError'
  | 'lastErrorReason'
  | 'failingSince'
  | 'targetFingerprint'
  | 'outsideChanges'
  | 'baseHashes'
  | 'keptHashes'
  | 'excludedHashes'
  | 'leaving'
  | 'leavingAt'
  | 'heldAgainst'
  | 'outageSince'
  | 'outageTriedAt'
  | 'isActive'
  | 'pausedBy'
> & { review: Prisma.InputJsonObject | null };

type Counts = { added: number; removed: number; optionCount: number | null };

type Run = Counts &
  Pick<
    Prisma.AutomationRunUncheckedCreateInput,
    'outcome' | 'rowsAdded' | 'rowsDeleted' | 'details' | 'durationMs' | 'calls' | 'trigger' | 'passId'
  >;
type Activity = Counts & { action: ActivityAction; status: ActivityStatus; details: string };

/** A write that an earlier run made and did not record. */
export type RecoveredWrite = { at: Date; run: Run; activity: Activity };

export type RunRecord = {
  /** As it was when the pass began; exactly the mark seen then is cleared. */
  automation: Automation;
  at: Date;
  columns: RunColumns;
  /** Null of one that says again what the one before said. */
  run: Run | null;
  activity: Activity | null;
  recovered: RecoveredWrite | null;
  /** What an earlier run was about to write is left to the next run: it was not looked for. */
  leavesIntents: boolean;
  /** Rows of the source that the run changed; of an earlier run some may still arrive. */
  rows: { added: number; deleted: number; isUnderWay: boolean } | null;
};

/**
 * Records a run, all of it or nothing. Of an automation that was paused, deleted or changed meanwhile only a dropdown
 * that was written is recorded, and the marks are left to the next run. Throws `ClaimLostError` when another run stands
 * for the connection by now: that one finds the intent and records it.
 */
export function recordRun(
  record: RunRecord & { claim: SyncClaim },
  { prisma, queue }: { prisma: PrismaClient; queue: Queue },
): Promise<void> {
  return prisma.$transaction(async (tx) => {
    const { automation, recovered, claim } = record;
    if (recovered) await recordRecovered(tx, automation, recovered);
    const { webhookIds, isRemembered } = await recordOutcome(tx, record);
    for (const webhookId of webhookIds) await queue.send(tx, 'send-webhooks', { webhookId });
    if (isRemembered) await endIntents(tx, record);
    if (haveRowsChanged(record)) await markOthersOfSource(tx, automation, queue);
    await assertClaimHolds(tx, claim);
  });
}

/** Takes away what was written down before the sheets were written, where the run knows what became of it. */
async function endIntents(tx: Tx, { automation, rows, leavesIntents }: RunRecord): Promise<void> {
  const where = { automationId: automation.id };
  const hasRows = rows !== null && rows.added + rows.deleted > 0;
  if (!leavesIntents) await tx.writeIntent.deleteMany({ where });
  if (!rows?.isUnderWay && (hasRows || !leavesIntents)) await tx.rowIntent.deleteMany({ where });
}

/**
 * Returns the outgoing webhooks that have something to send now, and whether it is remembered how the list was left:
 * else the next run has to find out.
 */
async function recordOutcome(
  tx: Tx,
  record: RunRecord,
): Promise<{ webhookIds: string[]; isRemembered: boolean }> {
  const { automation, at, columns, recovered } = record;
  const { id, manualSyncAt } = automation;
  const { review, ...rest } = columns;
  if (record.run?.outcome === 'changed') await countUpdate(tx, automation.userId);
  // Others are marked with it: rows of one table are locked by their keys.
  if (haveRowsChanged(record)) await lockAutomationsOf(tx, automation.connectionId);
  const { count } = await tx.automation.updateMany({
    where: whereUnchanged(automation),
    // Dated like the run: a row with another date has been changed since.
    data: { ...rest, review: review ?? Prisma.DbNull, updatedAt: at },
  });
  const isCurrent = count === 1;
  const isWritten = record.run?.outcome === 'changed';
  const isRemembered = isCurrent || isWritten || recovered !== null;
  if (!isCurrent && isRemembered) await rememberList(tx, automation, columns.baseHashes);
  if (!isCurrent && !(await isRecordedAnyway(tx, record))) return { webhookIds: [], isRemembered };
  const webhookIds = await insertRun(tx, automation, record);
  if (!isCurrent) return { webhookIds, isRemembered };
  await clearAutomationMarks(tx, [automation]);
  await spendAnswer(tx, record);
  if (manualSyncAt !== null) await clearManualSync(tx, { id, manualSyncAt, at });
  return { webhookIds, isRemembered };
}

/**
 * Remembers how a run has left the list of an automation that was edited meanwhile, or its work would be taken for a change
 * by hand. Not where source or target are others now, nor for a new two-way pair, of which nothing is known.
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
  await tx.automation.updateMany({ where: { id, ...place, ...isKnown }, data: { baseHashes } });
}

function haveRowsChanged({ rows }: RunRecord): boolean {
  return rows !== null && rows.added + rows.deleted > 0;
}

/**
 * Marks the other automations that read the source whose rows were changed: Smartsheet tells this connection of its own
 * changes as such, and to them they are news.
 */
async function markOthersOfSource(
  tx: Tx,
  { id, connectionId, sourceSheetId }: Automation,
  queue: Queue,
): Promise<void> {
  const others = await tx.automation.findMany({
    where: { connectionId, sourceSheetId, isActive: true, id: { not: id } },
    select: { id: true },
  });
  if (others.length === 0) return;
  await markConnectionDirty({ tx, queue, connectionId, automationIds: others.map((other) => other.id) });
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
  await countUpdate(tx, automation.userId);
  await insertRun(tx, automation, recovered);
}

/** Returns whether the run is recorded although its automation is not what it was: a dropdown that was written always is. */
async function isRecordedAnyway(tx: Tx, { automation: { id }, run }: RunRecord): Promise<boolean> {
  return run?.outcome === 'changed' && (await tx.automation.count({ where: { id } })) === 1;
}

/**
 * Adds a run to the strip of runs. What makes an entry in the user's activity is told to their outgoing webhooks as well,
 * which are returned.
 */
async function insertRun(
  tx: Tx,
  automation: Automation,
  { at, run, activity }: Pick<RunRecord, 'at' | 'run' | 'activity'>,
): Promise<string[]> {
  const { id: automationId, userId, name: automationName } = automation;
  if (run === null) return [];
  await tx.automationRun.create({ data: { ...run, automationId, at } });
  if (activity === null) return [];
  const entry = { automationId, automationName, userId, timestamp: at };
  await tx.activityLog.create({ data: { ...entry, ...activity, outcome: run.outcome } });
  const { outcome } = run;
  const { added, removed, optionCount, details } = activity;
  return insertDeliveries(tx, { automation, at, outcome, added, removed, optionCount, details });
}

/**
 * Counts a written dropdown. Before the automation's row, as every transaction that changes both does: so there is no
 * deadlock.
 */
async function countUpdate(tx: Tx, userId: string): Promise<void> {
  await tx.user.updateMany({ where: { id: userId }, data: { dropdownUpdates: { increment: 1 } } });
}

/** Clears the answer to a review that this run used; a newer one stays. */
async function spendAnswer(tx: Tx, { automation, at }: RunRecord): Promise<void> {
  for (const name of ['approvedReview', 'keptReview'] as const) {
    const { id, [name]: answer } = automation;
    if (answer === null) continue;
    await tx.automation.updateMany({ where: { id, [name]: answer }, data: { [name]: null, updatedAt: at } });
  }
}

/** Takes the request for a sync away that this run has answered; one that came meanwhile stays. */
async function clearManualSync(
  tx: Tx,
  { id, manualSyncAt, at }: Pick<Automation, 'id' | 'manualSyncAt'> & { at: Date },
): Promise<void> {
  await tx.automation.updateMany({
    where: { id, manualSyncAt },
    data: { manualSyncAt: null, updatedAt: at },
  });
}
