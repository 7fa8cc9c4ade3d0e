import {
  type ActivityAction,
  type ActivityStatus,
  type FailureReason,
  failureClassOf,
  failureReasons,
  failureSentence,
  type RunWarning,
  runWarnings,
} from '@picksync/contracts';
import { type Automation, RunTrigger, type WriteIntent } from '@picksync/db';
import type { RunState } from '@picksync/sync-engine';
import type { RecoveredWrite, RunColumns, RunRecord } from '../../store/runs.store.ts';
import type { RunResult } from './run-result.ts';

/** Returns what is recorded of a run: the automation's row, the strip of runs, and the user's activity. */
export function runRecord(run: {
  due: { automation: Automation };
  result: RunResult;
  at: Date;
  durationMs: number;
  calls: number;
  /** Stands for all runs that one read of the source serves. */
  passId: string;
}): RunRecord {
  const { due, result, at, durationMs, calls, passId } = run;
  const { automation } = due;
  const counts = countsOf(result);
  return {
    automation,
    at,
    columns: columnsOf(automation, result, at),
    run: isTold(automation, result)
      ? null
      : {
          outcome: result.outcome,
          ...counts,
          ...rowCountsOf(result),
          details: 'reason' in result ? failureSentence(result.reason, result.figures) : null,
          durationMs,
          calls,
          trigger: triggerOf(automation, result),
          passId,
        },
    activity: belongsInActivity(automation, result) ? { ...entryOf(automation, result), ...counts } : null,
    rows: result.rows ?? null,
    leavesIntents: result.leavesIntents === true,
    recovered: result.recovered ? recoveredWrite(automation, result.recovered, at) : null,
  };
}

/** Returns whether a run says again that the plan of the user lacks settings: it looked at nothing, and is no news. */
function isTold({ lastErrorReason, manualSyncAt }: Automation, result: RunResult): boolean {
  const isSaid = result.outcome === 'failed' && result.reason === 'plan_lacks_settings';
  return isSaid && lastErrorReason === result.reason && manualSyncAt === null;
}

/** Returns what is recorded of a write that an earlier run made and did not record. */
export function recoveredWrite(automation: Automation, intent: WriteIntent, at: Date): RecoveredWrite {
  const { added, removed, optionCount } = intent;
  const counts = { added, removed, optionCount };
  const details = `${automation.targetColumnName} in ${automation.sheetName}: ${changeOf(intent)}.`;
  return {
    at,
    run: { outcome: 'changed', ...counts, durationMs: 0, calls: 0 },
    activity: { action: 'update_dropdown', status: 'success', details, ...counts },
  };
}

/** Returns why there was a run, and `pause` where it ended with the automation pausing itself. */
function triggerOf(
  { manualSyncAt, approvedReview, keptReview, dirtyReason }: Automation,
  result: RunResult,
): RunTrigger {
  if (result.outcome === 'failed' && result.reason === 'target_contested') return 'pause';
  // An answer to a review asks for a sync as well, so that the activity says what came of it.
  const isAnswer = approvedReview !== null || keptReview !== null;
  if (manualSyncAt !== null && !isAnswer) return 'user';
  return isTrigger(dirtyReason) ? dirtyReason : 'check';
}

function isTrigger(word: string | null): word is RunTrigger {
  return word !== null && Object.hasOwn(RunTrigger, word);
}

function countsOf(result: RunResult) {
  if (result.outcome === 'failed') return { added: 0, removed: 0, optionCount: null };
  return { added: result.added, removed: result.removed, optionCount: result.optionCount };
}

/** Returns how many rows of the source a two-way run has added and deleted; of one that waits, how many it would delete. */
function rowCountsOf(result: RunResult) {
  const waiting = result.outcome === 'waiting_review' ? result.review.sourceRows : undefined;
  return { rowsAdded: result.rows?.added ?? 0, rowsDeleted: waiting ?? result.rows?.deleted ?? 0 };
}

function columnsOf(automation: Automation, result: RunResult, at: Date): RunColumns {
  const counts = countsOf(result);
  const common = {
    ...result.names,
    lastRunAt: at,
    lastRunOutcome: result.outcome,
    lastRunAdded: counts.added,
    lastRunRemoved: counts.removed,
    lastRunOptionCount: counts.optionCount,
    lastRunWarnings: result.outcome === 'failed' ? [] : result.warnings,
    outageSince: null,
    outageTriedAt: null,
    ...(result.outsideChanges && { outsideChanges: result.outsideChanges }),
    ...(result.state && stateColumns(result.state, at)),
  };
  if (result.outcome === 'changed' || result.outcome === 'unchanged') {
    return {
      ...common,
      lastUpdated: at,
      lastError: null,
      lastErrorReason: null,
      failingSince: null,
      targetFingerprint: result.fingerprint,
      review: null,
    };
  }
  const failure = {
    lastError: failureSentence(result.reason, result.figures),
    lastErrorReason: result.reason,
    targetFingerprint: null,
  };
  if (result.outcome === 'failed' && result.reason === 'target_contested') {
    return { ...common, ...failure, failingSince: null, review: null, isActive: false, pausedBy: 'system' };
  }
  if (result.outcome === 'failed') {
    return {
      ...common,
      ...failure,
      failingSince: failingSince(automation, result.reason) ?? at,
      review: null,
    };
  }
  const { added, removed } = counts;
  return { ...common, ...failure, failingSince: null, review: { added, removed, ...result.review } };
}

/**
 * Returns since when an automation has failed in this way. An error of ours and a sheet that is not as it must be are two
 * ways: what we did not look at for days is no failure of the user's that pauses the automation.
 */
function failingSince(
  { failingSince: since, lastErrorReason }: Automation,
  reason: FailureReason,
): Date | null {
  const before = failureReasons.find((known) => known === lastErrorReason);
  return before !== undefined && failureClassOf(before) === failureClassOf(reason) ? since : null;
}

/** Returns what a run remembers, as the row holds it, and when the next option leaves. */
function stateColumns(state: RunState, at: Date) {
  const { baseHashes, keptHashes, excludedHashes, heldAgainst } = state;
  const ahead = state.leaving.map(({ leavesAt }) => leavesAt.getTime()).filter((time) => time > at.getTime());
  return {
    baseHashes: [...baseHashes],
    keptHashes: [...keptHashes],
    excludedHashes: [...excludedHashes],
    heldAgainst,
    leaving: state.leaving.map(({ hash, leavesAt }) => ({ hash, leavesAt: leavesAt.toISOString() })),
    leavingAt: ahead.length > 0 ? new Date(Math.min(...ahead)) : null,
  };
}

/**
 * Whether the user's activity gets an entry. A change always does, and so does the result of a sync by hand. What
 * a check finds by itself is entered once: an unchanged dropdown not at all, a failure or a review when it is a new one.
 */
function belongsInActivity(
  { manualSyncAt, lastError, lastErrorReason }: Automation,
  result: RunResult,
): boolean {
  if (manualSyncAt !== null || result.outcome === 'changed') return true;
  if (result.outcome === 'unchanged') return lastError !== null;
  return lastErrorReason !== result.reason;
}

type Entry = { action: ActivityAction; status: ActivityStatus; details: string };

function entryOf(automation: Automation, result: RunResult): Entry {
  const details = detailsOf(automation, result);
  const status = statusOf(result);
  if (result.outcome === 'failed' && result.reason === 'target_contested') {
    return { action: 'pause_automation', status: 'warning', details };
  }
  if (automation.manualSyncAt !== null) return { action: 'manual_sync', status, details };
  // That a failing automation is well again is good news, but no update.
  const isRecovery = result.outcome === 'unchanged';
  return { action: 'update_dropdown', status: isRecovery ? 'info' : status, details };
}

function statusOf(result: RunResult): ActivityStatus {
  if (result.outcome === 'failed') return 'error';
  if (result.outcome === 'waiting_review') return 'warning';
  return damageOf(result.warnings).length > 0 ? 'warning' : 'success';
}

function detailsOf(automation: Automation, result: RunResult): string {
  const { targetColumnName = automation.targetColumnName, sheetName = automation.sheetName } = result.names;
  const isOver = automation.lastErrorReason === 'sheet_outage' ? 'Smartsheet answers again. ' : '';
  const place = `${isOver}${targetColumnName} in ${sheetName}`;
  switch (result.outcome) {
    case 'changed': {
      const damage = damageOf(result.warnings).map((warning) => ` ${runWarnings[warning]}`);
      const { sourceSheetName = automation.sourceSheetName } = result.names;
      const change = [changeOf(result), rowChangeOf(result.rows, sourceSheetName)].filter(Boolean);
      return `${place}: ${change.join(', ')}.${damage.join('')}`;
    }
    case 'unchanged':
      return `${place} is in step with its source, nothing had to be changed.`;
    case 'waiting_review':
    case 'failed':
      return failureSentence(result.reason, result.figures);
  }
}

/** Returns the warnings that something else than the list is not as it was: such a run is no plain success. */
function damageOf(warnings: readonly RunWarning[]): RunWarning[] {
  return warnings.filter((warning) => warning === 'type_changed' || warning === 'validation_lost');
}

function changeOf({
  added,
  removed,
  rows,
}: Pick<WriteIntent, 'added' | 'removed'> & Pick<RunResult, 'rows'>): string {
  if (added === 0 && removed === 0) {
    return rows && rows.added + rows.deleted > 0 ? '' : 'the options were put in a new order';
  }
  const options = (count: number) => `${count} ${count === 1 ? 'option' : 'options'}`;
  const parts = [added > 0 && `${options(added)} added`, removed > 0 && `${options(removed)} removed`];
  return parts.filter(Boolean).join(', ');
}

function rowChangeOf(rows: RunResult['rows'], sheetName: string | null): string {
  if (rows === undefined) return '';
  const { added, deleted } = rows;
  const count = (found: number) => `${found} ${found === 1 ? 'row' : 'rows'}`;
  const where = sheetName === null ? 'the source' : sheetName;
  const parts = [
    added > 0 && `${count(added)} added to ${where}`,
    deleted > 0 && `${count(deleted)} deleted from ${where}`,
  ];
  return parts.filter(Boolean).join(', ');
}
