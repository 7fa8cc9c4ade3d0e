import type { RunWarning } from '@picksync/contracts';
import type { PrismaClient, SyncClaim, WriteIntent } from '@picksync/db';
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
  restoreValidation,
  reviewFingerprint,
  type SheetReads,
} from '@picksync/sync-engine';
import type { SyncedAutomation } from '../../store/connections.store.ts';
import { beginWrite } from '../../store/intents.store.ts';
import type { Due } from './due-work.ts';
import { failedResult, lastingWarnings, namesSeen, type RunResult, recoveredWrite } from './run-record.ts';

export type LookAndWriteDeps = {
  prisma: PrismaClient;
  claim: SyncClaim;
  client: SmartsheetClient;
  call: CallOptions;
  reads: SheetReads;
  limits: OptionLimits;
  /** Returns the keyed hash of a list of options. */
  fingerprint: (options: readonly string[]) => string;
  /** Runs work on one sheet after other work on it: Smartsheet refuses two writes at once. */
  withSheetMutex: <T>(sheetId: string, work: () => Promise<T>) => Promise<T>;
  now: () => Date;
  /** Called for a source that did not have to be read. */
  onSourceSkipped: (sheetId: string) => void;
};

/**
 * Brings one dropdown in step with its source. Undefined when the automation was changed meanwhile. Throws what is not
 * the automation's own fault: an error that passes by itself, a refused connection, a bug.
 */
export async function lookAndWrite(due: Due, deps: LookAndWriteDeps): Promise<RunResult | undefined> {
  const { automation, settings } = due;
  const { reads, limits, fingerprint, withSheetMutex, onSourceSkipped, now } = deps;
  if (due.hasOnlyTargetMoved) {
    const unchanged = await findUnchanged(automation, deps);
    if (unchanged) {
      onSourceSkipped(automation.sourceSheetId);
      return unchanged;
    }
  }
  const reviewOf = (replacement: Replacement) =>
    reviewFingerprint({ ...replacement, settings, hash: fingerprint });
  const isApproved = (replacement: Replacement) => reviewOf(replacement) === automation.approvedReview;
  // A long source is read before the target's sheet is locked. What it fails with is met again in there.
  await reads.source(automation.sourceSheetId).catch(() => {});
  return withSheetMutex(automation.sheetId, async () => {
    const look = await lookAndPlan({ automation: { ...automation, settings }, reads, limits, isApproved });
    const seenAt = now();
    const names = namesSeen(automation, look);
    if (look.failure !== null) return failedResult({ reason: look.failure, names });
    const { plan, column, source, target } = look;
    const current = column.options ?? [];
    const recovered = findArrivedWrite(automation, fingerprint(current));
    const warnings = [...plan.warnings, ...lastingWarnings(automation, column)];
    const counts = { added: plan.added.length, removed: plan.removed.length, optionCount: current.length };
    const found = { names, recovered, warnings, ...counts };
    switch (plan.verdict) {
      case 'refused':
        return { ...failedResult({ ...plan, names }), recovered };
      case 'waiting_review': {
        const { reason, figures } = plan;
        const versions = { sourceVersion: source.version, targetVersion: target.version };
        const review = { fingerprint: reviewOf({ current, next: plan.options }), ...versions };
        return { ...found, outcome: 'waiting_review', reason, figures, review };
      }
      case 'unchanged':
        if (recovered) return finishArrivedWrite(automation, { look, seenAt, recovered, warnings }, deps);
        return { ...found, outcome: 'unchanged', fingerprint: fingerprint(current) };
      case 'write':
        return writePlan(automation, { look, seenAt, recovered, warnings }, deps);
    }
  });
}

/**
 * Returns a result when the list is what it was when it was last right. People edit rows of the target's sheet all day,
 * which moves the sheet but not the dropdown; the source has not moved, and need not be read.
 */
async function findUnchanged(
  automation: SyncedAutomation,
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

/** Whether a warning is about the source, and not about how the target was written. */
function isOfSource(warning: RunWarning): boolean {
  return !['validation_lost', 'validation_restored', 'type_changed'].includes(warning);
}

/** Both sheets as they were seen, and when; an earlier write that was not recorded. */
type Seen = {
  look: Extract<Look, { failure: null }>;
  seenAt: Date;
  recovered: WriteIntent | undefined;
  warnings: RunWarning[];
};

/** Writes down what is to be written, and writes it, unless something outside keeps rewriting the list. */
async function writePlan(
  automation: SyncedAutomation,
  { look, seenAt, recovered, warnings }: Seen,
  { prisma, claim, client, call, fingerprint, now }: LookAndWriteDeps,
): Promise<RunResult | undefined> {
  const { column, plan } = look;
  const { sheetId, targetColumnId: columnId } = automation;
  const names = namesSeen(automation, look);
  const current = fingerprint(column.options ?? []);
  const outsideChanges = outsideChangesSeen(automation, { current, recovered }, now());
  if (outsideChanges.length >= maxOutsideChanges) {
    return { ...failedResult({ reason: 'target_contested', names }), outsideChanges };
  }
  // A run that died may have left the switch off.
  const validation = recovered?.validation ?? column.validation;
  const counts = { added: plan.added.length, removed: plan.removed.length, optionCount: plan.options.length };
  const intent = { sheetId, columnId, fingerprint: fingerprint(plan.options), validation, ...counts };
  const earlier = recovered && recoveredWrite(automation, recovered, now());
  if (!(await beginWrite(prisma, { automation, claim, intent, recovered: earlier }))) return undefined;
  try {
    const applied = await applyOptions({
      client,
      call,
      sheetId,
      column,
      options: plan.options,
      validation,
      seenAt,
      now,
    });
    // What Smartsheet says it holds now, should it spell an option in its own way.
    const options = applied.column.options ?? plan.options;
    return {
      ...counts,
      outcome: 'changed',
      names,
      optionCount: options.length,
      warnings: [...new Set([...warnings, ...warningsOfWrite(applied)])],
      fingerprint: fingerprint(options),
      outsideChanges,
    };
  } catch (error) {
    if (!(error instanceof SmartsheetError) || error.class !== 'configuration') throw error;
    return failedResult({ reason: failureReasonOf({ error, role: 'target' }), names });
  }
}

/** Returns the intent of an earlier run whose list is in the dropdown now: it was written, but not recorded. */
function findArrivedWrite(automation: SyncedAutomation, current: string): WriteIntent | undefined {
  const { intent, sheetId, targetColumnId } = automation;
  const isSamePlace = intent?.sheetId === sheetId && intent.columnId === targetColumnId;
  return intent && isSamePlace && intent.fingerprint === current ? intent : undefined;
}

/** Ends what a run that died has begun: the list is there, the switch may not have been set back. */
async function finishArrivedWrite(
  automation: SyncedAutomation,
  arrived: Seen & { recovered: WriteIntent },
  { prisma, claim, client, call, fingerprint, now }: LookAndWriteDeps,
): Promise<RunResult | undefined> {
  const { look, seenAt, recovered, warnings } = arrived;
  const { column } = look;
  const { added, removed, validation } = recovered;
  const isLost = validation !== null && column.validation !== null && column.validation !== validation;
  if (isLost && !(await beginWrite(prisma, { automation, claim, intent: recovered }))) return undefined;
  const { sheetId } = automation;
  const applied = await restoreValidation({
    client,
    call,
    sheetId,
    column,
    validation,
    written: column,
    seenAt,
    now,
  });
  const options = column.options ?? [];
  return {
    outcome: 'changed',
    names: namesSeen(automation, look),
    added,
    removed,
    optionCount: options.length,
    warnings: [...new Set([...warnings, ...warningsOfWrite(applied)])],
    fingerprint: fingerprint(options),
  };
}

/** An automation whose list was rewritten from outside this often within an hour is paused instead of writing again. */
const maxOutsideChanges = 3;
const outsideChangesWithinMs = 60 * 60_000;

/** Returns when, within the last hour, the list was not as it was left, although only this automation should write it. */
function outsideChangesSeen(
  { targetFingerprint, outsideChanges }: SyncedAutomation,
  { current, recovered }: { current: string; recovered: WriteIntent | undefined },
  now: Date,
): Date[] {
  const recent = outsideChanges.filter((at) => now.getTime() - at.getTime() < outsideChangesWithinMs);
  const isAsLeft = targetFingerprint === null || targetFingerprint === current || recovered !== undefined;
  return isAsLeft ? recent : [...recent, now];
}

function warningsOfWrite({ validation, isTypeKept }: Applied): RunWarning[] {
  return [
    ...(isTypeKept ? [] : (['type_changed'] as const)),
    ...(validation === 'restored' ? (['validation_restored'] as const) : []),
    ...(validation === 'lost' ? (['validation_lost'] as const) : []),
  ];
}
