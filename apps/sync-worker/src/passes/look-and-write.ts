import type { RunWarning } from '@picksync/contracts';
import { isListFilled } from '@picksync/db';
import { SmartsheetError } from '@picksync/smartsheet-client';
import {
  assessTarget,
  findArrivedWrite,
  findUnrecordedWrite,
  type Look,
  type LookInput,
  lookAndPlan,
  matchesReview,
  type Naming,
  type Replacement,
  reviewFingerprint,
  toIdentity,
  toReplacement,
  toRunState,
} from '@picksync/sync-engine';
import type { Context } from '../context.ts';
import { writeWithCopy } from '../copies/write-with-copy.ts';
import { getNamesAfter, isLastList, isRenaming, readNaming } from '../renames/run-names.ts';
import { countRenames, writeRenames } from '../renames/write-renames.ts';
import { getRenamedBefore } from '../runs/recovered-write.ts';
import { getLastingWarnings, getSeenNames, type RunResult, toFailedResult } from '../runs/run-result.ts';
import {
  finishArrivedWrite,
  isValidationChangedLate,
  revertLateValidation,
  writePlan,
} from '../writes/write-plan.ts';
import { type Approval, createApproval } from './create-approval.ts';
import type { PassRun } from './pass-progress.ts';
import { settleTwoWay, withSourceRows } from './settle-two-way.ts';

/** How soon to look again at a source whose cells are being renamed. Who renames the last of them, or a callback, is quicker. */
const renamesTakeMs = 30_000;

/**
 * Syncs one dropdown with its source. Undefined when the automation was changed meanwhile. Throws what is not
 * the automation's own fault: an error that passes by itself, a refused connection, a bug.
 */
export async function lookAndWrite(context: Context, run: PassRun): Promise<RunResult | undefined> {
  const { prisma, now } = context;
  const { automation, settings, reads, hash, withSheetMutex } = run;
  if (automation.lacksClaim) return { ...toFailedResult({ reason: 'target_claimed' }), leavesIntents: true };
  if (run.lacksPlan) return { ...toFailedResult({ reason: 'plan_lacks_settings' }), leavesIntents: true };
  if (run.hasOnlyTargetMoved) {
    const unchanged = await findUnchanged(run);
    if (unchanged) {
      run.progress.skippedSources.add(automation.sourceSheetId);
      return unchanged;
    }
  }
  const toReview = (replacement: Replacement) => ({ ...replacement, settings, hash });
  const approval = createApproval(run);
  const { connectionId, sourceSheetId, sourceColumnId, sheetId } = automation;
  const isAsRecorded = (options: readonly string[]) => hash.isOfList(automation.targetFingerprint, options);
  const input = {
    automation: { ...automation, settings },
    reads,
    limits: context.settings.limits,
    hash,
    state: toRunState(automation),
    unrecordedWrite: findUnrecordedWrite(automation, hash),
    lateWrite: automation.lookAgainAt && isAsRecorded,
    isApproved: approval.isApproved,
    asksBeforeRows: automation.asksBeforeRows,
    isSourceListFilled: () =>
      isListFilled(prisma, { connectionId, sheetId: sourceSheetId, columnId: sourceColumnId }),
    isKept: (replacement: Replacement) => matchesReview(automation.keptReview, toReview(replacement)),
  };
  if (settings.mode === 'two_way') {
    // Both sheets are written. They are locked in one order, so that there is no deadlock.
    const sheetIds = [...new Set([sourceSheetId, sheetId])].sort();
    return withMutexes(sheetIds, withSheetMutex, async () => {
      const look = (given: Pick<LookInput, 'isApproved' | 'rowsDone'>) =>
        lookAndPlan({ ...input, ...given, now: now() });
      const settled = await settleTwoWay(context, run, { look, isApproved: approval.isApproved });
      if (!settled) return undefined;
      return withSourceRows(automation, await writeLook(context, run, { ...settled, approval }), settled);
    });
  }
  // A long source is read before the target's sheet is locked, and not while its own cells are written. An error is thrown again inside.
  await withSheetMutex(sourceSheetId, () => reads.source(sourceSheetId).catch(() => {}));
  const naming = await readNaming(context, run);
  if (naming === 'half_renamed') {
    run.leave({ forMs: renamesTakeMs });
    return undefined;
  }
  return withSheetMutex(sheetId, async () => {
    const look = await lookAndPlan({ ...input, naming, now: now() });
    return writeLook(context, run, { look, seenAt: now(), approval, naming });
  });
}

/** A look at both sheets, and what it was made with. */
type Looked = { look: Look; seenAt: Date; approval: Approval; naming?: Naming | undefined };

/** Carries out the plan of a look at both sheets, and adds what becomes of names and contacts. */
async function writeLook(context: Context, run: PassRun, looked: Looked): Promise<RunResult | undefined> {
  const result = await followPlan(context, run, looked);
  if (!result) return undefined;
  const namesAfter = getNamesAfter(run, { ...looked, result });
  const contacts = countContacts(looked.look, result);
  return { ...result, contacts, namesAfter, isAsChosen: looked.approval.isUsed() };
}

/** Returns what a run found of contacts; undefined where the target is a dropdown, or was not read. */
function countContacts(look: Look, { outcome, contacts }: RunResult): RunResult['contacts'] {
  if (look.failure !== null || toIdentity(look.column) !== 'address') return undefined;
  const { newNames, withoutAddress } = look.plan;
  const isTold = outcome === 'changed' || outcome === 'waiting_review';
  // Of a write that an earlier run made, the list shows no new name any more.
  const found = contacts?.newNames ?? newNames.length;
  return { newNames: isTold ? found : 0, withoutAddress };
}

/** Writes what a plan wants written, where its verdict says so. */
async function followPlan(
  context: Context,
  run: PassRun,
  { look, seenAt, approval }: Looked,
): Promise<RunResult | undefined> {
  const { automation, settings, hash } = run;
  const names = getSeenNames(automation, look);
  if (look.failure !== null)
    return { ...toFailedResult({ reason: look.failure, names }), leavesIntents: true };
  const { plan, column, source, target } = look;
  const current = column.options ?? [];
  const arrived = findArrivedWrite(automation, current, hash);
  const isLast = isLastList(run, arrived) && !('reason' in plan);
  // The list is one of a rename that has not ended.
  const isOurs = (isRenaming(run, current) || isLast) && (plan.renames?.list.length ?? 0) > 0;
  // What is under way is told once it is done.
  const recovered = isOurs ? undefined : arrived;
  const warnings = [...plan.warnings, ...getLastingWarnings(automation, column)];
  const counts = { added: plan.added.length, removed: plan.removed.length, optionCount: current.length };
  const found = { names, recovered, warnings, state: plan.state, ...counts };
  const validation = isOurs ? (automation.intent?.validation ?? null) : null;
  const seen = { column, plan, names, seenAt, recovered, warnings, isOurs, validation };
  switch (plan.verdict) {
    case 'refused':
      return { ...toFailedResult({ ...plan, names }), recovered, state: plan.state };
    case 'waiting_review': {
      const { reason, figures } = plan;
      const versions = { sourceVersion: source.version, targetVersion: target.version };
      const sourceRows = look.rows?.toDelete.length;
      const newRows = reason === 'rows_would_come' ? look.rows?.toAdd.length : undefined;
      const { renamed, review: ofRenames } = countRenames(plan);
      const fingerprint = reviewFingerprint({ ...toReplacement(look), settings, hash });
      const outdatedBy = approval.outdatedBy(current);
      const { fewerSheets } = figures;
      const review = { fingerprint, sourceRows, newRows, fewerSheets, outdatedBy, ...ofRenames, ...versions };
      return { ...found, outcome: 'waiting_review', reason, figures, review, renamed };
    }
    case 'unchanged':
      if (recovered) {
        const finished = await finishArrivedWrite(context, run, { ...seen, recovered });
        return finished && { ...finished, renamed: getRenamedBefore(automation, recovered) };
      }
      if (isOurs && plan.renames !== null)
        return writeRenames(context, run, { ...seen, renames: plan.renames, target });
      if (isValidationChangedLate(automation, column)) return revertLateValidation(context, run, seen);
      return { ...found, outcome: 'unchanged', fingerprint: hash.ofList(current) };
    case 'write':
      if (plan.renames !== null && plan.renames.list.length > 0) {
        const { renames } = plan;
        const finished =
          isLast && arrived && (await finishArrivedWrite(context, run, { ...seen, recovered: arrived }));
        if (isLast && !finished) return undefined;
        const seenNow = finished && 'warnings' in finished ? { ...seen, warnings: finished.warnings } : seen;
        return writeRenames(context, run, { ...seenNow, renames, target });
      }
      if (!plan.needsCopy) return writePlan(context, run, seen);
      return writeWithCopy(context, run, { ...seen, isApproved: approval.isUsed() });
  }
}

function withMutexes<T>(
  [sheetId, ...others]: readonly string[],
  withSheetMutex: PassRun['withSheetMutex'],
  work: () => Promise<T>,
): Promise<T> {
  if (sheetId === undefined) return work();
  return withSheetMutex(sheetId, () => withMutexes(others, withSheetMutex, work));
}

/**
 * Returns a result when the dropdown is as the last run left it. People edit rows of the target's sheet all day, which
 * moves the sheet but not the dropdown; the source has not moved, so it need not be read.
 */
async function findUnchanged({ automation, reads, hash }: PassRun): Promise<RunResult | undefined> {
  const target = await reads.target(automation.sheetId).catch(ignoreRefusal);
  const column = target?.columns.get(automation.targetColumnId);
  if (!target || !column || !assessTarget({ column, sheet: target }).writable) return undefined;
  const options = column.options ?? [];
  if (!hash.isOfList(automation.targetFingerprint, options) || isValidationChangedLate(automation, column))
    return undefined;
  const sourceWarnings = (automation.lastRunWarnings as RunWarning[]).filter(isAboutSource);
  return {
    outcome: 'unchanged',
    skipsSource: true,
    added: 0,
    removed: 0,
    optionCount: options.length,
    warnings: [...sourceWarnings, ...getLastingWarnings(automation, column)],
    fingerprint: hash.ofList(options),
    // The source has not moved, so as many lack an address as before.
    contacts:
      toIdentity(column) === 'address'
        ? { newNames: 0, withoutAddress: automation.lastRunWithoutAddress }
        : undefined,
    names: getSeenNames(automation, { target }),
  };
}

function ignoreRefusal(error: unknown): undefined {
  if (!(error instanceof SmartsheetError) || error.class !== 'configuration') throw error;
}

/** Returns whether a warning is about the source, and not about how the target was written. */
function isAboutSource(warning: RunWarning): boolean {
  return !['validation_lost', 'validation_restored', 'type_changed'].includes(warning);
}
