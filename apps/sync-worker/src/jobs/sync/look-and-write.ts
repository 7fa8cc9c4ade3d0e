import type { FailureReason, RunWarning } from '@picksync/contracts';
import { isListFilled } from '@picksync/db';
import { SmartsheetError } from '@picksync/smartsheet-client';
import {
  assessTarget,
  changedSide,
  type IsApproved,
  isReviewOf,
  type Look,
  type LookInput,
  lookAndPlan,
  type OptionHash,
  type OptionLimits,
  type Replacement,
  replacementOf,
  reviewFingerprint,
  runStateOf,
  type SheetReads,
} from '@picksync/sync-engine';
import type { SyncedAutomation } from '../../store/connections.store.ts';
import type { Due } from './due-work.ts';
import {
  failedResult,
  isOutdatedBy,
  lastingWarnings,
  namesSeen,
  type OutdatedBy,
  type RunResult,
} from './run-result.ts';
import { settleTwoWay, withSourceRows } from './settle-two-way.ts';
import {
  findArrivedWrite,
  finishArrivedWrite,
  isSwitchedLate,
  setBackSwitch,
  type WriteDeps,
  writePlan,
} from './write-plan.ts';

export type LookAndWriteDeps = WriteDeps & {
  reads: SheetReads;
  limits: OptionLimits;
  /** The hashes of previews of new automations of the same user. */
  draftHash: OptionHash;
  /** Runs work on one sheet after other work on it: Smartsheet refuses two writes at once. */
  withSheetMutex: <T>(sheetId: string, work: () => Promise<T>) => Promise<T>;
  /** Called for a source that did not have to be read. */
  onSourceSkipped: (sheetId: string) => void;
};

/**
 * Brings one dropdown in step with its source. Undefined when the automation was changed meanwhile. Throws what is not
 * the automation's own fault: an error that passes by itself, a refused connection, a bug.
 */
export async function lookAndWrite(due: Due, deps: LookAndWriteDeps): Promise<RunResult | undefined> {
  const { automation, settings } = due;
  const { reads, limits, hash, withSheetMutex, onSourceSkipped, now } = deps;
  if (automation.lacksClaim) return { ...failedResult({ reason: 'target_claimed' }), leavesIntents: true };
  if (due.lacksPlan) return { ...failedResult({ reason: 'plan_lacks_settings' }), leavesIntents: true };
  if (due.hasOnlyTargetMoved) {
    const unchanged = await findUnchanged(automation, deps);
    if (unchanged) {
      onSourceSkipped(automation.sourceSheetId);
      return unchanged;
    }
  }
  const reviewOf = (replacement: Replacement) => ({ ...replacement, settings, hash });
  const approval = createApproval(due, deps);
  const isAsRecorded = (options: readonly string[]) => hash.isOfList(automation.targetFingerprint, options);
  const context = {
    limits,
    hash,
    state: runStateOf(automation),
    unrecordedWrite:
      automation.intent &&
      ((options: readonly string[]) => findArrivedWrite(automation, options, hash) !== undefined),
    lateWrite: automation.lookAgainAt && ((options: readonly string[]) => isAsRecorded(options)),
    isApproved: approval.isApproved,
    asksBeforeRows: automation.asksBeforeRows,
    isSourceListFilled: () => isListFilled(deps.prisma, sourceOf(automation)),
    isKept: (replacement: Replacement) => isReviewOf(automation.keptReview, reviewOf(replacement)),
  };
  const input = { ...context, automation: { ...automation, settings }, reads };
  if (settings.mode === 'two_way') {
    // Both sheets are written. They are locked in one order, so that there is no deadlock.
    const sheetIds = [...new Set([automation.sourceSheetId, automation.sheetId])].sort();
    return withMutexes(sheetIds, withSheetMutex, async () => {
      const look = (given: Pick<LookInput, 'isApproved' | 'rowsDone'>) =>
        lookAndPlan({ ...input, ...given, now: now() });
      const settled = await settleTwoWay(due, { look, isApproved: context.isApproved }, deps);
      if (!settled) return undefined;
      return withSourceRows(automation, await writeLook(due, { ...settled, approval }, deps), settled);
    });
  }
  // A long source is read before the target's sheet is locked. An error is thrown again inside.
  await reads.source(automation.sourceSheetId).catch(() => {});
  return withSheetMutex(automation.sheetId, async () => {
    const look = await lookAndPlan({ ...input, now: now() });
    return writeLook(due, { look, seenAt: now(), approval }, deps);
  });
}

function sourceOf({ connectionId, sourceSheetId: sheetId, sourceColumnId: columnId }: SyncedAutomation) {
  return { connectionId, sheetId, columnId };
}

/** What a person has approved for this run. */
type Approval = {
  isApproved: IsApproved;
  /** Whether the run does what was approved. */
  isUsed: () => boolean;
  /** Returns which side has changed since a person approved something else than what was found; null where nobody did. */
  outdatedBy: (current: readonly string[]) => OutdatedBy | null;
};

/** What may be approved in the form, where nobody confirms that rows are deleted or a dropdown is emptied. */
const approvedInForm: readonly FailureReason[] = ['wipe_guard', 'rows_would_come'];

/** What was approved in the form of a new automation was hashed before the automation had an id. */
function createApproval({ automation, settings }: Due, { hash, draftHash }: LookAndWriteDeps): Approval {
  const { approvedReview, review } = automation;
  const hashes = [hash, draftHash];
  let isUsed = false;
  return {
    isApproved: (replacement, reason) => {
      if (review === null && !approvedInForm.includes(reason)) return false;
      const is = hashes.some((one) => isReviewOf(approvedReview, { ...replacement, settings, hash: one }));
      isUsed ||= is;
      return is;
    },
    isUsed: () => isUsed,
    outdatedBy: (current) => {
      if (approvedReview === null || isUsed) return null;
      const by = hashes.find((one) => one.canRead(approvedReview));
      return (by && changedSide(approvedReview, { current, hash: by })) ?? 'either';
    },
  };
}

/** Returns what made an approval out of date of which the review that still waits has come. */
function outdatedBefore({ review }: SyncedAutomation): OutdatedBy | null {
  const { outdatedBy } = Object(review);
  return isOutdatedBy(outdatedBy) ? outdatedBy : null;
}

type Looked = { look: Look; seenAt: Date; approval: Approval };

/** Carries out the plan of a look at both sheets. */
async function writeLook(due: Due, looked: Looked, deps: LookAndWriteDeps): Promise<RunResult | undefined> {
  const result = await carryOut(due, looked, deps);
  return result && { ...result, isAsChosen: looked.approval.isUsed() };
}

async function carryOut(
  { automation, settings }: Due,
  { look, seenAt, approval }: Looked,
  deps: LookAndWriteDeps,
): Promise<RunResult | undefined> {
  const { hash } = deps;
  const names = namesSeen(automation, look);
  if (look.failure !== null) return { ...failedResult({ reason: look.failure, names }), leavesIntents: true };
  const { plan, column, source, target } = look;
  const current = column.options ?? [];
  const recovered = findArrivedWrite(automation, current, hash);
  const warnings = [...plan.warnings, ...lastingWarnings(automation, column)];
  const counts = { added: plan.added.length, removed: plan.removed.length, optionCount: current.length };
  const found = { names, recovered, warnings, state: plan.state, ...counts };
  const seen = { column, plan, names, settings, seenAt, recovered, warnings };
  switch (plan.verdict) {
    case 'refused':
      return { ...failedResult({ ...plan, names }), recovered, state: plan.state };
    case 'waiting_review': {
      const { reason, figures } = plan;
      const versions = { sourceVersion: source.version, targetVersion: target.version };
      const sourceRows = look.rows?.toDelete.length;
      const newRows = reason === 'rows_would_come' ? look.rows?.toAdd.length : undefined;
      const fingerprint = reviewFingerprint({ ...replacementOf(look), settings, hash });
      const outdatedBy = approval.outdatedBy(current) ?? outdatedBefore(automation);
      const review = { fingerprint, sourceRows, newRows, outdatedBy, ...versions };
      return { ...found, outcome: 'waiting_review', reason, figures, review };
    }
    case 'unchanged':
      if (recovered) return finishArrivedWrite(automation, { ...seen, recovered }, deps);
      if (isSwitchedLate(automation, column)) return setBackSwitch(automation, seen, deps);
      return { ...found, outcome: 'unchanged', fingerprint: hash.ofList(current) };
    case 'write':
      return writePlan(automation, seen, deps);
  }
}

function withMutexes<T>(
  [sheetId, ...others]: readonly string[],
  withSheetMutex: LookAndWriteDeps['withSheetMutex'],
  work: () => Promise<T>,
): Promise<T> {
  if (sheetId === undefined) return work();
  return withSheetMutex(sheetId, () => withMutexes(others, withSheetMutex, work));
}

/**
 * Returns a result when the dropdown is as the last run left it. People edit rows of the target's sheet all day, which
 * moves the sheet but not the dropdown; the source has not moved, so it need not be read.
 */
async function findUnchanged(
  automation: SyncedAutomation,
  { reads, hash }: LookAndWriteDeps,
): Promise<RunResult | undefined> {
  const target = await reads.target(automation.sheetId).catch(ignoreRefusal);
  const column = target?.columns.get(automation.targetColumnId);
  if (!target || !column || !assessTarget({ column, sheet: target }).writable) return undefined;
  const options = column.options ?? [];
  if (!hash.isOfList(automation.targetFingerprint, options) || isSwitchedLate(automation, column))
    return undefined;
  const sourceWarnings = (automation.lastRunWarnings as RunWarning[]).filter(isOfSource);
  return {
    outcome: 'unchanged',
    added: 0,
    removed: 0,
    optionCount: options.length,
    warnings: [...sourceWarnings, ...lastingWarnings(automation, column)],
    fingerprint: hash.ofList(options),
    names: namesSeen(automation, { target }),
  };
}

function ignoreRefusal(error: unknown): undefined {
  if (!(error instanceof SmartsheetError) || error.class !== 'configuration') throw error;
}

/** Returns whether a warning is about the source, and not about how the target was written. */
function isOfSource(warning: RunWarning): boolean {
  return !['validation_lost', 'validation_restored', 'type_changed'].includes(warning);
}
