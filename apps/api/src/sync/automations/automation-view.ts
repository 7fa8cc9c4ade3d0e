import {
  type Automation,
  type AutomationHealth,
  automationSettings,
  type CopyRefusal,
  copyRefusals,
  entitlements,
  failureReasons,
  failureSentence,
  type LastRun,
  lastRun,
  type PeriodicReason,
  periodicSentence,
  type RestoreState,
  type Review,
  type RunOutcome,
  restoreSentence,
  review,
  runOutcomes,
  type SyncState,
  storedFinding,
  toHealthFindings,
  toPeriodicReason,
  toRealTime,
  type Waiting,
  webhookFinding,
} from '@picksync/contracts';
import { nextTryAt } from '@picksync/db';
import { getPauseReason } from '@picksync/smartsheet-account';
import * as z from 'zod';
import { toPermalinkAt } from '../smartsheet/with-smartsheet.ts';
import { isOwnFailure, toPauseTime } from './pause-failing.ts';
import { type Progress, type ShownRow as Row, toIsoTime } from './shown-automations.store.ts';

/** The facts about this installation at this moment. */
export type ViewFacts = {
  now: Date;
  canReceiveCallbacks: boolean;
  /** Where people use Smartsheet, such as `https://app.smartsheet.eu`. */
  smartsheetOrigin: string;
};

const knownFailure = z.enum(failureReasons).nullable().catch(null);
const storedReview = review.omit({ optionCount: true, reason: true });
const knownRefusals = Object.keys(copyRefusals) as CopyRefusal[];
const knownOutcomes: ReadonlySet<string> = new Set(runOutcomes);
const knownWarnings = lastRun.shape.warnings.element;

/** Returns an automation as its owner sees it. */
export function toAutomationView(row: Row, progress: Progress, facts: ViewFacts): Automation {
  return {
    ...toNameAndPlace(row, facts),
    ...automationSettings.parse(row),
    isActive: row.isActive,
    pausedBy: getPausedBy(row),
    rule: row.ruleId === null ? null : { id: row.ruleId, name: progress.ruleName ?? '' },
    createdAt: row.createdAt,
    lastUpdated: row.lastUpdated,
    ...getFreshness(row, progress),
    lastError: row.lastError,
    lastFailure: knownFailure.parse(row.lastErrorReason),
    ...getFailing(row, progress),
    webhookId: row.webhookId,
    ...getUpdateMethod(row, progress, facts),
    syncState: getSyncState(row, progress),
    ...getQueue(row, progress, facts),
    slowSince: getSlowSince(row, progress),
    lastRun: getLastRun(row),
    review: getReview(row),
    renaming: progress.renaming,
    restore: getRestore(progress),
    copyCount: progress.copyCount,
    fillsContacts: row.fillsContacts,
    leavingCount: Array.isArray(row.leaving) ? row.leaving.length : 0,
    sourceSheetCount: row.sourceSheetCount,
    hasHeldOptions: row.heldAgainst !== null,
    health: getHealth(row, progress, facts),
    recentRuns: row.recentRuns.filter(isKnownOutcome).toReversed(),
  };
}

function getPausedBy(row: Row): Automation['pausedBy'] {
  const { pausedBy, lastErrorReason } = row;
  if (pausedBy === 'system' && lastErrorReason === 'plan_limit') return 'plan';
  return isResting(row) ? 'restore' : pausedBy;
}

/** Whether an automation rests since an earlier list was put back, until a person looks at what its source would change. */
export function isResting({ pausedBy, restedAt }: { pausedBy: string | null; restedAt: unknown }): boolean {
  return pausedBy === 'user' && restedAt !== null;
}

/** Returns the last request to put an earlier list back. */
function getRestore({ restore }: Progress): RestoreState | null {
  if (restore === null) return null;
  const { refusal, listBefore, requestedAt, endedAt, ...counts } = restore;
  const reason =
    knownRefusals.find((one) => one === refusal) ?? (refusal === null ? null : 'restore_refused');
  return {
    ...counts,
    state: endedAt === null ? 'pending' : reason === null ? 'done' : 'refused',
    listBefore: toIsoTime(listBefore),
    requestedAt: toIsoTime(requestedAt),
    endedAt: endedAt === null ? null : toIsoTime(endedAt),
    reason,
    message: reason && restoreSentence(reason, counts),
  };
}

function isKnownOutcome(outcome: string): outcome is RunOutcome {
  return knownOutcomes.has(outcome);
}

function toNameAndPlace(row: Row, { smartsheetOrigin }: ViewFacts) {
  return {
    id: row.id,
    name: row.name,
    userId: row.userId,
    sheetId: row.sheetId,
    sheetName: row.sheetName,
    sheetPermalink: toPermalinkAt(smartsheetOrigin, row.sheetPermalink),
    sourceSheetId: row.sourceSheetId,
    sourceSheetName: row.sourceSheetName,
    sourceSheetPermalink: toPermalinkAt(smartsheetOrigin, row.sourceSheetPermalink),
    sourceColumnId: row.sourceColumnId,
    sourceColumnName: row.sourceColumnName,
    targetColumnId: row.targetColumnId,
    targetColumnName: row.targetColumnName,
  };
}

/**
 * Returns since when the automation is known to be in step. A sweep that finds nothing new in both sheets confirms the
 * last run.
 */
function getFreshness(row: Row, progress: Progress) {
  const { lastSweptAt, nextSweepAt, hasMarkedSheet, connectionStatus } = progress;
  const isWatched = row.isActive && connectionStatus === 'connected';
  const isConfirmed = isWatched && row.lastRunAt !== null && row.dirtyAt === null && !hasMarkedSheet;
  const checkedAt = isConfirmed ? getLater(row.lastRunAt, lastSweptAt) : row.lastRunAt;
  return {
    verifiedAt: row.lastUpdated,
    checkedAt,
    nextCheckAt: isWatched ? nextSweepAt : null,
  };
}

/** Times in ISO 8601 sort as texts. */
function getLater(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other;
  return one > other ? one : other;
}

/** Returns the findings of the last check. Whether there are change notices is known without one. */
function getHealth(row: Row, progress: Progress, facts: ViewFacts): AutomationHealth | null {
  if (row.healthCheckedAt === null) return null;
  const stored = Array.isArray(row.health) ? row.health : [];
  const known = stored.flatMap((finding) => storedFinding.safeParse(finding).data ?? []);
  const webhook = row.isActive ? [webhookFinding(getPeriodicReason(row, progress, facts))] : [];
  const findings = toHealthFindings([...known, ...webhook]);
  return {
    checkedAt: row.healthCheckedAt,
    findings: findings.filter(({ status }) => status !== 'ok'),
    fine: findings.filter(({ status }) => status === 'ok').map(({ check }) => check),
  };
}

/** Returns the state of the connection's job while the automation is marked. */
function getSyncState(row: Row, { connectionStatus, syncState }: Progress): SyncState {
  const isWanted = row.isActive || row.restoringAt !== null;
  const waits = isWanted && row.dirtyAt !== null && connectionStatus === 'connected';
  return waits ? syncState : 'idle';
}

/** Returns how changes are found. The plan counts as it is now: the webhook is deleted a little later. */
function getUpdateMethod(row: Row, progress: Progress, facts: ViewFacts) {
  const reason = getPeriodicReason(row, progress, facts);
  const isWatched = row.isActive && progress.connectionStatus === 'connected';
  return {
    webhookEnabled: reason === null,
    periodic: reason !== null && isWatched ? getPeriodic(reason, progress) : null,
    realTime: reason === null && isWatched ? toRealTime(progress.region) : null,
  };
}

/** Smartsheet's own words are shown only where they are about that reason. */
function getPeriodic(reason: PeriodicReason, { webhookStatus, webhookDetails }: Progress) {
  const isOfWebhook = webhookStatus !== null && reason === toPeriodicReason(webhookStatus);
  return { reason, message: periodicSentence(reason), details: isOfWebhook ? webhookDetails : null };
}

function getPeriodicReason(
  row: Row,
  { billingStatus, hasWebhookScope, webhookStatus }: Progress,
  { now, canReceiveCallbacks }: ViewFacts,
): PeriodicReason | null {
  if (row.sourceKind === 'report') return 'report';
  if (!entitlements({ ...billingStatus, now }).realTime) return 'plan';
  if (row.webhookEnabled) return null;
  if (!canReceiveCallbacks) return 'address';
  if (!hasWebhookScope) return 'permission';
  // An enabled webhook that the row does not know yet is being set up.
  return webhookStatus === 'ENABLED' ? 'setting_up' : toPeriodicReason(webhookStatus);
}

/** Returns how a queued sync waits: for Smartsheet, or for its turn. */
function getQueue(row: Row, progress: Progress, facts: ViewFacts) {
  const waiting = getWaiting(row, progress, facts);
  const isInTurn = waiting === null && getSyncState(row, progress) === 'queued';
  return { waiting, queuedSince: isInTurn ? row.dirtyAt : null };
}

/**
 * Returns why a queued sync waits: the whole connection is parked, or only this automation backs off, because of one of
 * its sheets.
 */
function getWaiting(row: Row, progress: Progress, { now }: ViewFacts): Waiting | null {
  if (getSyncState(row, progress) !== 'queued') return null;
  const { parkedUntil } = progress;
  if (parkedUntil !== null) return toWaiting(parkedUntil, getPauseReason(progress, now));
  const retryAt = nextTryAt(row);
  return retryAt !== null && retryAt > now ? toWaiting(retryAt, 'sheet_resting') : null;
}

function getSlowSince(row: Row, progress: Progress): string | null {
  return getSyncState(row, progress) === 'running' ? (progress.slowSince?.toISOString() ?? null) : null;
}

function toWaiting(nextTry: Date, reason: Waiting['reason']): Waiting {
  return { reason, message: failureSentence(reason), nextTryAt: nextTry.toISOString() };
}

/** Returns the review; null for a paused automation, which is looked at again when it is activated. */
function getReview(row: Row): Review | null {
  if (!row.isActive || row.lastRunOutcome !== 'waiting_review') return null;
  const stored = getStoredReview(row);
  const reason = knownFailure.parse(row.lastErrorReason) ?? 'wipe_guard';
  return stored ? { ...stored, reason, optionCount: row.lastRunOptionCount ?? 0 } : null;
}

/** Returns a review as a run has left it. */
export function getStoredReview({ review: stored }: Pick<Row, 'review'>) {
  return storedReview.safeParse(stored).data ?? null;
}

function getLastRun(row: Row): LastRun | null {
  if (!row.lastRunAt || !row.lastRunOutcome) return null;
  return {
    at: row.lastRunAt,
    outcome: row.lastRunOutcome,
    added: row.lastRunAdded ?? 0,
    removed: row.lastRunRemoved ?? 0,
    renamed: row.lastRunRenamed ?? 0,
    optionCount: row.lastRunOptionCount ?? 0,
    withoutAddress: row.lastRunWithoutAddress,
    warnings: row.lastRunWarnings.flatMap((warning) => knownWarnings.safeParse(warning).data ?? []),
  };
}

/**
 * Returns since when an automation fails for a reason of its own, and when it will be paused for that. Time without a
 * connection does not count, because nothing could be tried.
 */
function getFailing(row: Row, { connectionStatus, connectedAt }: Progress) {
  const { failingSince, isActive, lastRunOutcome, lastErrorReason } = row;
  const isFailing = isActive && lastRunOutcome === 'failed' && isOwnFailure(lastErrorReason);
  if (failingSince === null || !isFailing) return { failingSince: null, pausesAt: null };
  const countedFrom = Math.max(failingSince.getTime(), connectedAt.getTime());
  const pausesAt = connectionStatus === 'connected' ? toPauseTime(countedFrom).toISOString() : null;
  return { failingSince: failingSince.toISOString(), pausesAt };
}
