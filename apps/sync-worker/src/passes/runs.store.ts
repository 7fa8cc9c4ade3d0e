import {
  type ActivityAction,
  type ActivityStatus,
  memoryVersion,
  type SettingName,
} from '@picksync/contracts';
import {
  type Automation,
  assertClaimHolds,
  claimHolds,
  insertRow,
  isRefused,
  lockAutomations,
  markConnectionDirty,
  Prisma,
  type Queue,
  queryRows,
  type RowIntent,
  refuseUnless,
  type SyncClaim,
  type Tx,
  updateTo,
} from '@picksync/db';
import type { Context } from '../context.ts';
import { countAndFindWanting, insertDeliveries } from '../outgoing-webhooks/webhook-events.store.ts';
import { hasClaim, isUnchanged, lockUnchanged, remembered } from './connections.store.ts';

/** What a run changes in its automation's row: nothing that its owner decides. */
export type RunColumns = Omit<
  Prisma.AutomationUncheckedUpdateManyInput,
  | SettingName
  | 'id'
  | 'userId'
  | 'connectionId'
  | 'name'
  | 'sourceSheetId'
  | 'sourceColumnId'
  | 'sheetId'
  | 'targetColumnId'
  | 'settingsVersion'
  | 'dirtyAt'
  | 'review'
> & { review: Prisma.InputJsonObject | null };

type Counts = { added: number; removed: number; optionCount: number | null };

type Run = Counts & Omit<Prisma.AutomationRunUncheckedCreateInput, 'id' | 'automationId' | 'at'>;
type Activity = Counts & { action: ActivityAction; status: ActivityStatus; details: string };

/** A write that an earlier run made and did not record. */
export type RecoveredWrite = { at: Date; run: Run; activity: Activity };

export type RunRecord = {
  /** As it was when the pass began; exactly the mark seen then is cleared. */
  automation: Automation;
  at: Date;
  columns: RunColumns;
  /** Null for a run that only repeats the one before. */
  run: Run | null;
  activity: Activity | null;
  recovered: RecoveredWrite | null;
  /** The intents of an earlier run stay: this run could not find out whether they were carried out. */
  leavesIntents: boolean;
  /** Rows of the source that the run changed; of an earlier run some may still arrive, which stay in its intent. */
  rows: { added: number; deleted: number; underWay: RowsUnderWay | null } | null;
};

type RowsUnderWay = Pick<RowIntent, 'hashes' | 'deletedRowIds'>;

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
    if (haveRowsChanged(record)) await markOtherReaders(tx, automation, queue);
    await sweepForLateWrite(tx, record);
    await assertClaimHolds(tx, claim, [
      ...(isRemembered ? endedIntents(record) : []),
      ...(isCurrent ? clearedMark(automation) : []),
    ]);
  });
}

/** Returns whether a run did what nearly all do: it found the dropdown right or wrote it, and nobody waits for the result. */
function isPlain(record: RunRecord & { hasOutgoingWebhooks: boolean }): boolean {
  const { automation, columns, recovered, leavesIntents, rows, hasOutgoingWebhooks } = record;
  const { manualSyncAt, approvedReview, keptReview } = automation;
  const isInStep = columns.lastRunOutcome === 'changed' || columns.lastRunOutcome === 'unchanged';
  const isAnswer = manualSyncAt !== null || approvedReview !== null || keptReview !== null;
  const hasMore = recovered !== null || leavesIntents || rows !== null || columns.lookAgainAt !== null;
  return isInStep && !isAnswer && !hasMore && !hasOutgoingWebhooks;
}

/**
 * Records a plain run in one statement. False, and nothing is recorded, when the automation is not what it was or the claim
 * is lost: what is to be done then is decided step by step.
 */
async function recordPlainRun(
  pool: Context['pool'],
  { automation, at, columns, run, activity, claim }: RunRecord & { claim: SyncClaim },
): Promise<boolean> {
  const { id: automationId, userId, name: automationName, dirtyAt } = automation;
  const { set, from } = updateTo('automations', columns);
  const recorded = Prisma.sql`recorded`;
  const counting = Prisma.sql`
    UPDATE users SET dropdown_updates = dropdown_updates + 1, updated_at = ${at}::timestamptz
    WHERE id = ${userId}::uuid RETURNING 1`;
  // The entry's reference locks its user at the end, who comes before the automation.
  const user = activity
    ? Prisma.sql`SELECT 1 FROM users WHERE id = ${userId}::uuid FOR KEY SHARE`
    : Prisma.sql`SELECT 1`;
  const entry = { ...activity, outcome: run?.outcome, automationId, automationName, userId, timestamp: at };
  const statement = Prisma.sql`
    WITH counted AS (${run?.outcome === 'changed' ? counting : user}),
    recorded AS (
      UPDATE automations a SET ${set}, settings_version = ${memoryVersion}, updated_at = ${at}::timestamptz,
        dirty_at = NULLIF(a.dirty_at, ${dirtyAt}::timestamptz)
      FROM ${from}
      WHERE ${isUnchanged(automation)} AND (SELECT count(*) FROM counted) >= 0
      RETURNING a.id),
    ${run ? Prisma.sql`run AS (${insertRow('automation_runs', { ...run, automationId, at }, recorded)}),` : Prisma.empty}
    ${activity ? Prisma.sql`entry AS (${insertRow('activity_logs', entry, recorded)}),` : Prisma.empty}
    intents AS (DELETE FROM write_intents USING recorded WHERE automation_id = recorded.id RETURNING 1),
    row_intents AS (DELETE FROM row_intents USING recorded WHERE automation_id = recorded.id RETURNING 1),
    claim AS (
      SELECT 1 FROM smartsheet_connections
      WHERE ${claimHolds(claim)} AND (SELECT count(*) FROM recorded) >= 0 FOR SHARE)
    SELECT ${refuseUnless(Prisma.sql`EXISTS (SELECT FROM recorded)`, 'automation')},
      ${refuseUnless(Prisma.sql`EXISTS (SELECT FROM claim)`, 'claim')}`;
  try {
    await queryRows(pool, statement);
    return true;
  } catch (error) {
    if (isRefused(error)) return false;
    throw error;
  }
}

/** Returns the statements that remove the intents whose outcome the run knows, or keep of one what may still arrive. */
function endedIntents(record: RunRecord): Prisma.Sql[] {
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

/** Clears the mark that the run has seen, unless a later one was set meanwhile. */
function clearedMark({ id, dirtyAt }: Automation): Prisma.Sql[] {
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
  const wanting = await wantingRun(tx, automation, record);
  // Other automations are marked in this transaction: rows of one table are locked in the order of their keys.
  if (haveRowsChanged(record)) await lockAutomations(tx, automation.connectionId);
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

/**
 * Marks the other automations that read or fill the sheet whose rows were changed: callbacks about changes of our own are
 * ignored, and the others have to see them.
 */
async function markOtherReaders(
  tx: Tx,
  { id, connectionId, sourceSheetId }: Automation,
  queue: Queue,
): Promise<void> {
  const readsIt = { OR: [{ sourceSheetId }, { sheetId: sourceSheetId }] };
  const others = await tx.automation.findMany({
    where: { connectionId, ...readsIt, isActive: true, id: { not: id } },
    select: { id: true },
  });
  if (others.length === 0) return;
  await markConnectionDirty({ tx, queue, connectionId, automationIds: others.map((other) => other.id) });
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
  const wanting = await wantingRun(tx, automation, recovered);
  await insertRun(tx, automation, recovered, wanting);
}

/** Returns whether the run is recorded although its automation has changed: a written dropdown always is. */
async function isRecordedAnyway(tx: Tx, { automation: { id }, run }: RunRecord): Promise<boolean> {
  return run?.outcome === 'changed' && (await tx.automation.count({ where: { id } })) === 1;
}

/** Counts the dropdown that a run wrote, and returns the outgoing webhooks that want its event. */
async function wantingRun(
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
  if (activity === null) return [];
  const entry = { automationId, automationName, userId, timestamp: at };
  await tx.activityLog.create({ data: { ...entry, ...activity, outcome: run.outcome } });
  const { outcome } = run;
  const { added, removed, optionCount, details } = activity;
  await insertDeliveries(tx, wanting, { automation, at, outcome, added, removed, optionCount, details });
  return wanting;
}

/** Clears the review's answer that this run used; a newer one stays. */
async function spendAnswer(tx: Tx, { automation, at }: RunRecord): Promise<void> {
  for (const name of ['approvedReview', 'keptReview'] as const) {
    const { id, [name]: answer } = automation;
    if (answer === null) continue;
    await tx.automation.updateMany({ where: { id, [name]: answer }, data: { [name]: null, updatedAt: at } });
  }
}
