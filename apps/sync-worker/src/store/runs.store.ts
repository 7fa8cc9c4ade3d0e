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
  | 'sourceColumnName'
  | 'sheetName'
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
  Pick<Prisma.AutomationRunUncheckedCreateInput, 'outcome' | 'durationMs' | 'calls' | 'trigger' | 'passId'>;
type Activity = Counts & { action: ActivityAction; status: ActivityStatus; details: string };

/** A write that an earlier run made and did not record. */
export type RecoveredWrite = { at: Date; run: Run; activity: Activity };

export type RunRecord = {
  /** As it was when the pass began; exactly the mark seen then is cleared. */
  automation: Automation;
  at: Date;
  columns: RunColumns;
  run: Run;
  activity: Activity | null;
  recovered: RecoveredWrite | null;
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
    const { automation, recovered, rows, claim } = record;
    if (recovered) await recordRecovered(tx, automation, recovered);
    const webhookIds = await recordOutcome(tx, record);
    for (const webhookId of webhookIds) await queue.send(tx, 'send-webhooks', { webhookId });
    // After an error of ours it is unknown whether the list was written: the next run finds out.
    if (record.columns.lastErrorReason !== 'bug') {
      await tx.writeIntent.deleteMany({ where: { automationId: automation.id } });
      if (!rows?.isUnderWay) await tx.rowIntent.deleteMany({ where: { automationId: automation.id } });
    }
    if (haveRowsChanged(record)) await markOthersOfSource(tx, automation, queue);
    await assertClaimHolds(tx, claim);
  });
}

/** Returns the outgoing webhooks that have something to send now. */
async function recordOutcome(tx: Tx, record: RunRecord): Promise<string[]> {
  const { automation, at, columns } = record;
  const { id, manualSyncAt } = automation;
  const { review, ...rest } = columns;
  if (record.run.outcome === 'changed') await countUpdate(tx, automation.userId);
  // Others are marked with it: rows of one table are locked by their keys.
  if (haveRowsChanged(record)) await lockAutomationsOf(tx, automation.connectionId);
  const { count } = await tx.automation.updateMany({
    where: whereUnchanged(automation),
    // Dated like the run: a row with another date has been changed since.
    data: { ...rest, review: review ?? Prisma.DbNull, updatedAt: at },
  });
  const isCurrent = count === 1;
  if (!isCurrent && !(await isRecordedAnyway(tx, record))) return [];
  const webhookIds = await insertRun(tx, automation, record);
  if (!isCurrent) return webhookIds;
  await clearAutomationMarks(tx, [automation]);
  await spendAnswer(tx, record);
  if (manualSyncAt !== null) await clearManualSync(tx, { id, manualSyncAt, at });
  return webhookIds;
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
  return run.outcome === 'changed' && (await tx.automation.count({ where: { id } })) === 1;
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
