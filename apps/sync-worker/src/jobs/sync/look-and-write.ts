import type { RunWarning } from '@picksync/contracts';
import type { Automation } from '@picksync/db';
import { type CallOptions, type SmartsheetClient, SmartsheetError } from '@picksync/smartsheet-client';
import {
  type Applied,
  applyOptions,
  assessTarget,
  failureReasonOf,
  type Look,
  lookAndPlan,
  type OptionLimits,
  type Replacement,
  reviewFingerprint,
  type SheetReads,
} from '@picksync/sync-engine';
import type { Due } from './due-work.ts';
import { failedResult, lastingWarnings, namesSeen, type RunResult } from './run-result.ts';

export type LookAndWriteDeps = {
  client: SmartsheetClient;
  call: CallOptions;
  reads: SheetReads;
  limits: OptionLimits;
  /** Returns the keyed hash of a list of options. */
  fingerprint: (options: readonly string[]) => string;
  /** Runs work on one sheet after other work on it: Smartsheet refuses two writes at once. */
  withSheetLock: <T>(sheetId: string, work: () => Promise<T>) => Promise<T>;
  /** Whether the automation still is what it was when it was taken up. */
  isCurrent: (automation: Automation) => Promise<boolean>;
  /** Hears of a source that did not have to be read. */
  onSourceSkipped: (sheetId: string) => void;
};

/**
 * Brings one dropdown in step with its source. Undefined when the automation was changed meanwhile. Throws what is not
 * the automation's own fault: an error that passes by itself, a refused connection, a bug.
 */
export async function lookAndWrite(due: Due, deps: LookAndWriteDeps): Promise<RunResult | undefined> {
  const { sourceSheetId, sheetId } = due.automation;
  const { reads, withSheetLock, onSourceSkipped } = deps;
  if (due.hasOnlyTargetMoved) {
    const unchanged = await findUnchanged(due.automation, deps);
    if (unchanged) {
      onSourceSkipped(sourceSheetId);
      return unchanged;
    }
  }
  // A long source is read before the target's sheet is locked. What it fails with is met again in there.
  await reads.source(sourceSheetId).catch(() => {});
  return withSheetLock(sheetId, () => lookAndWriteNow(due, deps));
}

/**
 * Returns a result when the list is what it was when it was last right. People edit rows of the target's sheet all day,
 * which moves the sheet but not the dropdown; the source has not moved, and need not be read.
 */
async function findUnchanged(
  automation: Automation,
  { reads, fingerprint }: LookAndWriteDeps,
): Promise<RunResult | undefined> {
  const target = await reads.target(automation.sheetId).catch(ignoreRefusal);
  const column = target?.columns.get(automation.targetColumnId);
  if (!target || !column || !assessTarget({ column, sheet: target }).writable) return undefined;
  const options = column.options ?? [];
  const current = fingerprint(options);
  if (current !== automation.targetFingerprint) return undefined;
  const sourceWarnings = (automation.lastRunWarnings as RunWarning[]).filter(isOfSource);
  return {
    outcome: 'unchanged',
    added: 0,
    removed: 0,
    optionCount: options.length,
    warnings: [...sourceWarnings, ...lastingWarnings(automation, column)],
    fingerprint: current,
    names: namesSeen(automation, { target }),
  };
}

function ignoreRefusal(error: unknown): undefined {
  if (!(error instanceof SmartsheetError) || error.class !== 'configuration') throw error;
}

/** Whether a warning tells of the source, and not of how the target was written. */
function isOfSource(warning: RunWarning): boolean {
  return !['validation_lost', 'validation_restored', 'type_changed'].includes(warning);
}

async function lookAndWriteNow(
  { automation, settings }: Due,
  deps: LookAndWriteDeps,
): Promise<RunResult | undefined> {
  const { reads, limits, fingerprint } = deps;
  const reviewOf = (replacement: Replacement) =>
    reviewFingerprint({ ...replacement, settings, hash: fingerprint });
  const isApproved = (replacement: Replacement) => reviewOf(replacement) === automation.approvedReview;
  const look = await lookAndPlan({ automation: { ...automation, settings }, reads, limits, isApproved });
  const names = namesSeen(automation, look);
  if (look.failure !== null) return failedResult({ reason: look.failure, names });
  const { plan, column, source, target } = look;
  const current = column.options ?? [];
  const found = {
    names,
    added: plan.added.length,
    removed: plan.removed.length,
    optionCount: current.length,
    warnings: [...plan.warnings, ...lastingWarnings(automation, column)],
  };
  switch (plan.verdict) {
    case 'refused':
      return failedResult({ ...plan, names });
    case 'unchanged':
      return { ...found, outcome: 'unchanged', fingerprint: fingerprint(current) };
    case 'needs_review': {
      const { reason, figures } = plan;
      const versions = { sourceVersion: source.version, targetVersion: target.version };
      const review = { fingerprint: reviewOf({ current, next: plan.options }), ...versions };
      return { ...found, outcome: 'waiting_review', reason, figures, review };
    }
    case 'write': {
      const applied = await write(automation, look, deps);
      if (applied === undefined) return undefined;
      if ('failure' in applied) return failedResult({ reason: applied.failure, names });
      // What Smartsheet says it holds now, should it spell an option in its own way.
      const options = applied.column.options ?? plan.options;
      const warnings = [...new Set([...found.warnings, ...warningsOfWrite(applied)])];
      const optionCount = options.length;
      return { ...found, outcome: 'changed', optionCount, warnings, fingerprint: fingerprint(options) };
    }
  }
}

function warningsOfWrite({ validation, isTypeKept }: Applied): RunWarning[] {
  return [
    ...(isTypeKept ? [] : (['type_changed'] as const)),
    ...(validation === 'restored' ? (['validation_restored'] as const) : []),
    ...(validation === 'lost' ? (['validation_lost'] as const) : []),
  ];
}

async function write(
  automation: Automation,
  { column, plan }: Extract<Look, { failure: null }>,
  { client, call, isCurrent }: LookAndWriteDeps,
) {
  if (!(await isCurrent(automation))) return undefined;
  try {
    return await applyOptions({ client, call, sheetId: automation.sheetId, column, options: plan.options });
  } catch (error) {
    if (!(error instanceof SmartsheetError) || error.class !== 'configuration') throw error;
    return { failure: failureReasonOf({ error, situation: 'target' }) };
  }
}
