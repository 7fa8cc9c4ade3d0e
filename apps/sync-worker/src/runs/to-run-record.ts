import type { ActivityAction, ActivityStatus } from '@picksync/contracts';
import { type FailureReason, failureSentence, getFailureClass } from '@picksync/contracts/sync';
import { type Automation, type ReviewAnswer, RunTrigger } from '@picksync/db';
import type { RunState } from '@picksync/sync-engine';
import { type RecoveredAutomation, toRecoveredWrite } from './recovered-write.ts';
import type { RunColumns, RunRecord } from './run-record.ts';
import { type RunResult, toRenamedColumns } from './run-result.ts';
import { findDamage, writeDetails, writeReason } from './run-texts.ts';
import { addToldReason, getToldReasons } from './told-reasons.ts';

/**
 * Returns the record of a run: the automation's columns, an entry in the list of runs, and one in the user's activity.
 */
export function toRunRecord(run: {
  due: { automation: RecoveredAutomation };
  result: RunResult;
  at: Date;
  durationMs: number;
  calls: number;
  /** Stands for all runs that one read of the source serves. */
  passId: string;
  /** Stands for all entries of the activity that are shown as one, where these are not those of the pass. */
  groupId?: string;
}): RunRecord {
  const { due, result, at, durationMs, calls, passId, groupId = passId } = run;
  const { automation } = due;
  const counts = toCounts(result);
  return {
    automation,
    at,
    columns: toColumns(automation, result, at),
    run: isRepeated(automation, result)
      ? null
      : {
          outcome: result.outcome,
          ...counts,
          ...toRowCounts(result),
          ...toRenamedColumns(result),
          details: 'reason' in result ? writeReason(automation, result) : null,
          durationMs,
          calls,
          trigger: getTrigger(automation, result),
          answer: getAnswer(automation),
          passId: result.skipsSource ? null : passId,
          delayMs: getDelayMs(automation, result, at),
          ...(result.copyId && { copyId: result.copyId }),
        },
    activity: belongsInActivity(automation, result)
      ? { ...toEntry(automation, result), ...counts, ...toRenamedCount(result), groupId }
      : null,
    rows: result.rows ?? null,
    namesAfter: result.namesAfter ?? null,
    leavesIntents: result.leavesIntents === true,
    recovered: result.recovered ? toRecoveredWrite(automation, result.recovered, at) : null,
  };
}

/** So many runs in a row that found nothing to do are listed; the next ones of sweeps only say when they were. */
const listedInRow = 9;

/**
 * Returns whether a run is not worth an entry in the list of runs: it looked at nothing and repeats that the plan lacks
 * settings, or a sweep found nothing to do once more.
 */
function isRepeated(automation: Automation, result: RunResult): boolean {
  const { lastError, lastErrorReason, manualSyncAt, recentRuns } = automation;
  if (result.outcome === 'failed') {
    const isSaid = result.reason === 'plan_lacks_settings' && lastErrorReason === result.reason;
    return isSaid && manualSyncAt === null;
  }
  // One that ends an outage of its sheet is news, although no run was listed for the outage.
  if (result.outcome !== 'unchanged' || lastError !== null) return false;
  if (getTrigger(automation, result) !== 'check') return false;
  const last = recentRuns.slice(0, listedInRow);
  return last.length === listedInRow && last.every((outcome) => outcome === 'unchanged');
}

/** Returns why there was a run, and `pause` where it ended with the automation pausing itself. */
function getTrigger(automation: Automation, result: RunResult): RunTrigger {
  const { manualSyncAt, dirtyReason } = automation;
  if (endsInPause(result)) return 'pause';
  if (manualSyncAt !== null && getAnswer(automation) === null) return 'user';
  return isTrigger(dirtyReason) ? dirtyReason : 'check';
}

/**
 * Returns how long what Smartsheet told of took to reach the dropdown; null where it told of nothing, nothing was written,
 * or the sheet could not be read meanwhile.
 */
function getDelayMs(automation: Automation, result: RunResult, at: Date): number | null {
  const { dirtyAt, outageSince } = automation;
  if (result.outcome !== 'changed' || dirtyAt === null || outageSince !== null) return null;
  return getTrigger(automation, result) === 'change' ? Math.max(0, at.getTime() - dirtyAt.getTime()) : null;
}

/**
 * Returns how the review that waited was answered; null for a run that no answer requested. What was approved in the form
 * had no review yet.
 */
function getAnswer({ review, approvedReview, keptReview }: Automation): ReviewAnswer | null {
  if (review === null) return null;
  if (approvedReview !== null) return 'approved';
  return keptReview === null ? null : 'kept';
}

/** Failures after which an automation pauses itself: who else fills its target has to be settled by a person. */
const pausingReasons: readonly string[] = ['target_contested', 'target_claimed'] satisfies FailureReason[];

function endsInPause(result: RunResult): boolean {
  return result.outcome === 'failed' && pausingReasons.includes(result.reason);
}

function isTrigger(word: string | null): word is RunTrigger {
  return word !== null && Object.hasOwn(RunTrigger, word);
}

function toCounts(result: RunResult) {
  if (result.outcome === 'failed') return { added: 0, removed: 0, optionCount: null };
  return { added: result.added, removed: result.removed, optionCount: result.optionCount };
}

/**
 * Returns how many rows of the source a two-way run added and deleted; for a run that waits for a review, how many it
 * asks for.
 */
function toRowCounts(result: RunResult) {
  const waiting = result.outcome === 'waiting_review' ? result.review : null;
  return {
    rowsAdded: waiting?.newRows ?? result.rows?.added ?? 0,
    rowsDeleted: waiting?.sourceRows ?? result.rows?.deleted ?? 0,
  };
}

/** Returns how many names a run has changed, for its entry in the activity. */
function toRenamedCount(result: RunResult) {
  const { renamed = 0 } = toRenamedColumns(result);
  return result.outcome === 'changed' && renamed > 0 ? { renamed } : {};
}

function toColumns(automation: Automation, result: RunResult, at: Date): RunColumns {
  const counts = toCounts(result);
  const common = {
    ...result.names,
    lastRunAt: at,
    lastRunOutcome: result.outcome,
    lastRunAdded: counts.added,
    lastRunRemoved: counts.removed,
    lastRunRenamed: toRenamedColumns(result).renamed ?? 0,
    ...(result.contacts && { lastRunWithoutAddress: result.contacts.withoutAddress }),
    // A run that failed before it saw the column says nothing of it.
    ...(result.outcome !== 'failed' && { fillsContacts: result.contacts !== undefined }),
    lastRunOptionCount: counts.optionCount,
    lastRunWarnings: result.outcome === 'failed' ? [] : result.warnings,
    outageSince: null,
    outageTriedAt: null,
    ...getNextLook(automation, result, at),
    ...(result.outsideChanges && { outsideChanges: result.outsideChanges }),
    ...(result.state && toStateColumns(result.state, at)),
  };
  if (result.outcome === 'changed' || result.outcome === 'unchanged') {
    const inStep = {
      targetFingerprint: result.fingerprint,
      asksBeforeRows: false,
      reviewMailAt: null,
      review: null,
    };
    if (result.waits) return { ...common, ...inStep, ...toWaitingColumns(automation, result.waits, at) };
    const well = { lastUpdated: at, lastError: null, lastErrorReason: null, toldReasons: [], ...notFailing };
    return { ...common, ...inStep, ...well };
  }
  const failure = {
    lastError: writeReason(automation, result),
    lastErrorReason: result.reason,
    toldReasons: addToldReason(automation, result.reason),
    targetFingerprint: null,
  };
  if (endsInPause(result)) {
    return { ...common, ...failure, ...notFailing, review: null, isActive: false, pausedBy: 'system' };
  }
  if (result.outcome === 'failed') {
    return { ...common, ...failure, ...getFailingTimes(automation, result.reason, at), review: null };
  }
  const { added, removed } = counts;
  return { ...common, ...failure, ...notFailing, review: { added, removed, ...result.review } };
}

/** Returns how it stands with an automation of which only a part could be written: as after a failure, which it goes on to be. */
function toWaitingColumns(automation: Automation, waits: NonNullable<RunResult['waits']>, at: Date) {
  return {
    lastRunOutcome: 'failed' as const,
    lastError: failureSentence(waits.reason, waits.figures),
    lastErrorReason: waits.reason,
    toldReasons: addToldReason(automation, waits.reason),
    ...getFailingTimes(automation, waits.reason, at),
  };
}

/** How long a write may take to arrive of which Smartsheet has not said what became of it. */
const lateWriteMs = 60_000;

/** Returns when to look once more at a dropdown; an earlier look does not replace it. */
function getNextLook(
  { lookAgainAt, lookAgainValidation }: Automation,
  { looksAgain }: RunResult,
  at: Date,
): Pick<RunColumns, 'lookAgainAt' | 'lookAgainValidation'> {
  if (looksAgain) {
    const lookAt = new Date(at.getTime() + lateWriteMs);
    return { lookAgainAt: lookAt, lookAgainValidation: looksAgain.validation };
  }
  const isAhead = lookAgainAt !== null && lookAgainAt > at;
  return isAhead ? { lookAgainAt, lookAgainValidation } : { lookAgainAt: null, lookAgainValidation: null };
}

const notFailing = { failingSince: null, unseenSince: null };

/**
 * Returns since when an automation has failed, by which it is paused after three days. Some failures hide whether it still
 * fails: an error of ours, a plan that lacks its settings, an outage of a sheet. Time without sight (from `unseenSince`)
 * does not count: the first run that sees the automation fail again moves `failingSince` on by it.
 */
function getFailingTimes(
  { failingSince, unseenSince, outageSince }: Automation,
  reason: FailureReason,
  at: Date,
): Pick<RunColumns, 'failingSince' | 'unseenSince'> {
  const isSeen = getFailureClass(reason) === 'configuration';
  if (failingSince === null) return { failingSince: at, unseenSince: isSeen ? null : at };
  const unseenFrom = findEarliest([unseenSince, outageSince, at]);
  if (!isSeen) return { failingSince, unseenSince: unseenFrom };
  const countedMs = Math.max(0, unseenFrom.getTime() - failingSince.getTime());
  return { failingSince: new Date(at.getTime() - countedMs), unseenSince: null };
}

function findEarliest(dates: readonly (Date | null)[]): Date {
  return new Date(Math.min(...dates.flatMap((date) => (date ? [date.getTime()] : []))));
}

/** Returns what a run remembers, as the row holds it, and when the next option leaves. */
function toStateColumns(state: RunState, at: Date) {
  const { baseHashes, keptHashes, excludedHashes, heldAgainst, sourceSheetCount } = state;
  const ahead = state.leaving.map(({ leavesAt }) => leavesAt.getTime()).filter((time) => time > at.getTime());
  return {
    baseHashes: [...baseHashes],
    keptHashes: [...keptHashes],
    excludedHashes: [...excludedHashes],
    heldAgainst,
    sourceSheetCount,
    leaving: state.leaving.map(({ hash, leavesAt }) => ({ hash, leavesAt: leavesAt.toISOString() })),
    leavingAt: ahead.length > 0 ? new Date(Math.min(...ahead)) : null,
  };
}

/** Returns whether a person asked for this sync alone: a request for many leaves the mark of a check, and has its own entry. */
function isAskedForAlone({ manualSyncAt, dirtyReason }: Automation): boolean {
  return manualSyncAt !== null && dirtyReason !== 'check';
}

/**
 * Returns whether the run is entered in the user's activity. A change and a sync by hand always are. Otherwise an
 * unchanged dropdown is not entered, and a failure or a review only when it is new.
 */
function belongsInActivity(automation: Automation, result: RunResult): boolean {
  if (isAskedForAlone(automation) || result.outcome === 'changed') return true;
  if (result.outcome === 'unchanged') return automation.lastError !== null;
  return !getToldReasons(automation).includes(result.reason);
}

type Entry = { action: ActivityAction; status: ActivityStatus; details: string };

function toEntry(automation: Automation, result: RunResult): Entry {
  const details = writeDetails(automation, result);
  const status = getStatus(result);
  if (endsInPause(result)) return { action: 'pause_automation', status: 'warning', details };
  if (isAskedForAlone(automation) && getAnswer(automation) === null)
    return { action: 'manual_sync', status, details };
  // A failing automation that works again is worth an entry, but it is no update.
  const isRecovery = result.outcome === 'unchanged';
  return { action: 'update_dropdown', status: isRecovery ? 'info' : status, details };
}

function getStatus(result: RunResult): ActivityStatus {
  if (result.outcome === 'failed') return 'error';
  if (result.outcome === 'waiting_review' || result.waits) return 'warning';
  return findDamage(result.warnings).length > 0 ? 'warning' : 'success';
}
