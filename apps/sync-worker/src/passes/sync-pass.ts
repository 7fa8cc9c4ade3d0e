import { type Entitlements, entitlements } from '@picksync/contracts/sync';
import type { SyncClaim } from '@picksync/db';
import { type PrepaidCalls, recordRefusal, toChangeAgent } from '@picksync/smartsheet-account';
import { SmartsheetError } from '@picksync/smartsheet-client';
import { createSheetReads, toDraftId } from '@picksync/sync-engine';
import type { Context, OpenClient } from '../context.ts';
import { restoreList } from '../copies/restore-list.ts';
import { findRestores, recordRefusedRestore, recordRestore } from '../copies/restores.store.ts';
import { createKeyedMutex, inParallel } from '../in-parallel.ts';
import { measureRun } from '../runs/measure-run.ts';
import { isPlain } from '../runs/plain-run.store.ts';
import type { RunRecord } from '../runs/run-record.ts';
import { type RunResult, toFailedResult } from '../runs/run-result.ts';
import { recordRun } from '../runs/runs.store.ts';
import { toRunRecord } from '../runs/to-run-record.ts';
import { type Due, findDueWork } from './find-due-work.ts';
import { lookAndWrite } from './look-and-write.ts';
import {
  countOutcome,
  createCallCounter,
  createPassProgress,
  getGroupId,
  getPassId,
  isAllDone,
  isBug,
  isHalted,
  leaveAutomation,
  type Pass,
  type PassEnd,
  type PassRun,
  recordError,
  toPassEnd,
  toSheetsRecord,
} from './pass-progress.ts';
import { findSyncedConnection, type SyncedConnection } from './passes.store.ts';
import { recordAllAndFinish, recordSheets, recordSheetsAndFinish } from './sheets.store.ts';

/** How many sheets of one connection are read at once. */
const sheetsAtOnce = 4;

type PassInput = Pick<Pass, 'shouldStop'> & {
  claim: SyncClaim;
  /** The connection, where it was read with the claim. */
  found?: SyncedConnection | null;
  /** Calls that were taken from its budget with the claim. */
  prepaid?: PrepaidCalls | undefined;
  openClient: OpenClient;
  signal: AbortSignal;
};

/**
 * Works once through everything that is marked in a connection, and returns the results. The caller must hold the lock of
 * the connection. Rejects when the database fails or the claim is lost: what is not recorded is left to the next pass.
 */
export async function syncPass(context: Context, input: PassInput): Promise<PassEnd> {
  const { prisma, pool, queue, now, log } = context;
  const { claim, prepaid, openClient, signal, shouldStop } = input;
  const { connectionId } = claim;
  const progress = createPassProgress();
  const found = input.found ?? (await findSyncedConnection(pool, connectionId));
  // Marks of a connection that is not connected wait until it is.
  if (found?.connection.status !== 'connected') return toPassEnd(progress);
  const { connection, sheets, hasOutgoingWebhooks } = found;

  // Computed at the run, so that the end of a plan needs no job.
  const allowed = entitlements({ ...found.billing, now: now() });
  const surplus = findSurplus(found.newestIds, allowed);
  if (surplus.size > 0) await queue.send(prisma, 'pause-surplus', { userId: connection.userId });
  const work = findDueWork({
    ...found,
    connectedAt: connection.statusChangedAt,
    hasAdvanced: allowed.advancedAutomation,
    surplus,
    now: now(),
  });
  for (const { id } of work.unsupported) {
    log.warn({ connection: connectionId, automation: id }, 'an automation was written by a newer version');
  }
  const counter = createCallCounter();
  const client = openClient({
    connection,
    onCall: counter.onCall,
    takePrepaidToken: prepaid?.takeToken,
  });
  const call = { signal };
  const reads = createSheetReads({ client, call, needs: work.needs, now });
  const shared = { claim, shouldStop, client, call, reads, progress, counter };
  const canWriteCells = connection.scopes.includes('WRITE_SHEETS');
  const pass: Pass = { ...shared, withSheetMutex: createKeyedMutex(), canWriteCells, hasOutgoingWebhooks };
  if (found.hasRestores) await restoreLists(context, pass);
  const unrecorded = await syncGroups(context, pass, work.groups);
  const end = toPassEnd(progress, work.retryAt);
  const seen = { claim, at: now(), ...toSheetsRecord({ work, sheets, reads, ...progress }) };
  const canFinish = isAllDone(end) && !progress.needsUser;
  const refund = canFinish ? prepaid?.end() : undefined;
  if (unrecorded) {
    const finish = canFinish && (await recordAllAndFinish(pool, { ...seen, run: unrecorded }, refund));
    if (finish) return { ...end, finish };
    await recordRun(context, unrecorded);
  }
  if (canFinish) return { ...end, finish: await recordSheetsAndFinish(pool, seen, refund) };
  await recordSheets(pool, seen);
  if (progress.needsUser) await recordRefusal({ connection, error: progress.needsUser }, context);
  return end;
}

/**
 * Returns the automations that are too many for the plan of their user, which a job pauses: the newest. A trial comes
 * before any plan, and nothing is too many in it.
 */
function findSurplus(newestIds: string[], { plan, limit }: Entitlements): ReadonlySet<string> {
  return new Set(plan === 'trial' ? [] : newestIds.slice(0, Math.max(0, newestIds.length - limit)));
}

/** Puts back the earlier lists that people have asked for. What fails in passing is left to a later pass. */
async function restoreLists(context: Context, pass: Pass): Promise<void> {
  const { progress, claim, counter, shouldStop } = pass;
  for (const pending of await findRestores(context, claim.connectionId)) {
    const { automation } = pending;
    if (shouldStop()) return void progress.left.add(automation.id);
    try {
      const beganAt = context.now().getTime();
      const { value: outcome, calls } = await counter.counting(() => restoreList(context, pass, pending));
      const at = context.now();
      const ended = { ...pending, claim, at };
      if (outcome === 'left') progress.left.add(automation.id);
      else if ('reason' in outcome) await recordRefusedRestore(context, { ...ended, ...outcome });
      else {
        progress.outcomes.changed += 1;
        await recordRestore(context, { ...ended, ...outcome, calls, durationMs: at.getTime() - beganAt });
      }
    } catch (error) {
      if (!(error instanceof SmartsheetError)) throw error;
      progress.left.add(automation.id);
      recordError(progress, { error, automation, sheetId: automation.sheetId });
    }
  }
}

/** A run with what it takes to record it. */
type PassRecord = RunRecord & { claim: SyncClaim; hasOutgoingWebhooks: boolean };

/**
 * Syncs due automations and records their runs. Where one plain run is all there is to record, it is returned instead: the
 * statement that ends the pass records it too.
 */
async function syncGroups(context: Context, pass: Pass, groups: Due[][]): Promise<PassRecord | undefined> {
  const isAlone = groups.flat().length === 1;
  let unrecorded: PassRecord | undefined;
  await inParallel({
    items: groups,
    limit: sheetsAtOnce,
    work: async (group) => {
      for (const due of group) {
        const record = await syncAutomation(context, pass, due);
        if (record && isAlone && isPlain(record)) unrecorded = record;
        else if (record) await recordRun(context, record);
      }
      const [first] = group;
      if (first) pass.reads.releaseRows(first.automation.sourceSheetId);
    },
  });
  return unrecorded;
}

/**
 * Syncs one due automation, and returns what is to be recorded; undefined when it is left to a later pass. Errors that stop
 * it are recorded in the pass.
 */
async function syncAutomation(context: Context, pass: Pass, due: Due): Promise<PassRecord | undefined> {
  const { getOptionHash, now } = context;
  const { claim, hasOutgoingWebhooks, progress, counter, shouldStop } = pass;
  const { automation } = due;
  const { id, connectionId, userId } = automation;
  if (isHalted(progress) || shouldStop() || (await wasTakenBack(context, automation))) {
    progress.left.add(id);
    return undefined;
  }
  const beganAt = now().getTime();
  const run: PassRun = {
    ...pass,
    ...due,
    hash: getOptionHash(id),
    draftHash: () => getOptionHash(toDraftId(userId)),
    // Its writes carry its id as the change agent: other automations that read the same sheet have to see them.
    call: { ...pass.call, changeAgent: toChangeAgent(connectionId, id) },
    leave: (when) => leaveAutomation(progress, id, when && new Date(now().getTime() + when.forMs)),
  };
  const { value: result, calls } = await counter.counting(() =>
    lookAndWrite(context, run).catch((error: unknown) => toResult(context, run, error)),
  );
  // It is left to a later pass, or was changed meanwhile. What one that was taken back has read counts as not read.
  if (result === undefined) {
    if (await wasTakenBack(context, automation)) progress.left.add(id);
    return undefined;
  }
  countOutcome(progress, result.outcome);
  const at = now();
  const passId = getPassId(progress, automation);
  const groupId = getGroupId(progress, automation, result);
  const record = toRunRecord({ due, result, at, durationMs: at.getTime() - beganAt, calls, passId, groupId });
  measureRun(context, { automation, result, at });
  return { ...record, claim, hasOutgoingWebhooks };
}

/** Returns whether a person has taken back a sync that was asked for with many others, since the pass began. */
async function wasTakenBack(
  { prisma }: Pick<Context, 'prisma'>,
  { id, manualSyncAt, dirtyReason }: Due['automation'],
): Promise<boolean> {
  if (manualSyncAt === null || dirtyReason !== 'check') return false;
  const where = { id, manualSyncAt: null, dirtyAt: null };
  return (await prisma.automation.count({ where })) > 0;
}

/** Returns the result of an automation that met an error; undefined when it is left to a later pass. */
function toResult({ log }: Context, run: PassRun, error: unknown): RunResult | undefined {
  const { automation, progress, reads, shouldStop } = run;
  const { id, connectionId, sourceSheetId, sheetId } = automation;
  if (!shouldStop()) {
    if (isBug(error)) {
      progress.bugs += 1;
      log.error({ connection: connectionId, automation: id, err: error }, 'an automation met a bug');
      // It is not known whether the list was written: the next run finds out.
      return { ...toFailedResult({ reason: 'bug' }), leavesIntents: true };
    }
    if (!(error instanceof SmartsheetError)) throw error;
  }
  progress.left.add(id);
  if (error instanceof SmartsheetError) {
    // An error that is not from reading the source is about the target's sheet.
    const isAboutSource = reads.getFailure(sourceSheetId) === error;
    recordError(progress, { error, automation, sheetId: isAboutSource ? sourceSheetId : sheetId });
  }
  return undefined;
}
