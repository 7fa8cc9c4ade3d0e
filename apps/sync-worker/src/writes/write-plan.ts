import type { RunWarning } from '@picksync/contracts';
import type { WriteIntent } from '@picksync/db';
import { SmartsheetError } from '@picksync/smartsheet-client';
import {
  type Applied,
  hashFor,
  type ListColumn,
  type Plan,
  recentOutsideChanges,
  restoreValidation,
  toBaseHashes,
  toFailureReason,
  toRunState,
  writeOptions,
} from '@picksync/sync-engine';
import type { SyncedAutomation } from '../automations/automations.store.ts';
import type { Context } from '../context.ts';
import { toRecoveredWrite } from '../runs/recovered-write.ts';
import type { Run } from '../runs/run.ts';
import { type Names, type RunResult, toFailedResult } from '../runs/run-result.ts';
import { beginWrite } from './intents.store.ts';

/** The dropdown as it was read, and when; the plan for it; an earlier write that was not recorded. */
export type SeenPlan = {
  column: ListColumn;
  plan: Plan;
  names: Names;
  seenAt: Date;
  recovered: WriteIntent | undefined;
  warnings: RunWarning[];
  /** The copy of the list as it was read. */
  copyId?: string | undefined;
  /** Options that are added and removed, where that is not the plan's to say. */
  counts?: { added: number; removed: number };
  /** The list is known to be ours, although no run has recorded it. */
  isOurs?: boolean;
  /** How "restrict to list values" stood before a write that was not recorded. */
  validation?: boolean | null;
};

/** Records the intent and writes the list, unless something outside keeps rewriting it. */
export async function writePlan(
  context: Context,
  run: Run,
  { column, plan, names, seenAt, recovered, warnings, copyId, ...seen }: SeenPlan,
): Promise<RunResult | undefined> {
  const { now } = context;
  const { automation, settings, claim, client, call } = run;
  const hash = hashFor(column, run.hash);
  const { sheetId, targetColumnId: columnId } = automation;
  // In a two-way automation everybody may edit the list.
  const { targetFingerprint } = automation;
  const isRecorded = targetFingerprint === null || hash.isOfList(targetFingerprint, column.options ?? []);
  // What is still on its way may have arrived late: that is no change from outside.
  const isLate = automation.lookAgainAt !== null;
  const isAsLeft =
    isRecorded ||
    seen.isOurs ||
    recovered !== undefined ||
    settings.mode === 'two_way' ||
    isLate ||
    isAccepted(plan);
  // A write from before two sheets were a pair says nothing of what both of them had.
  const isNewPair = settings.mode === 'two_way' && automation.baseHashes.length === 0;
  const left = isNewPair ? [] : toBaseHashes({ options: column.options ?? [], settings, hash });
  const unwritten = toUnwrittenState(run, { plan, baseHashes: recovered ? left : [] });
  const outsideChanges = getOutsideChanges(automation, isAsLeft, now());
  if (outsideChanges.length >= maxOutsideChanges) {
    return { ...toFailedResult({ reason: 'target_contested', names }), ...unwritten, outsideChanges };
  }
  // A run that died, or a write that came late, may have left the validation off.
  const validation =
    recovered?.validation ?? seen.validation ?? getLateValidation(automation) ?? column.validation;
  const changes = seen.counts ?? { added: plan.added.length, removed: plan.removed.length };
  const counts = { ...changes, optionCount: plan.options.length };
  const newNames = plan.newNames.length;
  const fingerprint = hash.ofList(plan.options);
  const intent = { sheetId, columnId, fingerprint, validation, copyId, newNames, ...counts };
  const earlier = recovered && { ...toRecoveredWrite(automation, recovered, now()), baseHashes: left };
  if (!(await beginWrite(context, { automation, claim, intent, byHand: plan.state, recovered: earlier })))
    return undefined;
  try {
    const place = { client, call, sheetId, column, seenAt, now };
    const applied = await writeOptions({ ...place, options: plan.options, validation });
    // The list as Smartsheet returns it, in case it changed the spelling of an option.
    const options = applied.column.options ?? plan.options;
    return {
      ...counts,
      outcome: 'changed',
      names,
      copyId,
      optionCount: options.length,
      warnings: [...new Set([...warnings, ...toWarnings(applied)])],
      fingerprint: hash.ofList(options),
      state: { ...plan.state, baseHashes: toBaseHashes({ options, settings, hash }) },
      outsideChanges,
      // An earlier run may not have learned what became of its write either.
      looksAgain:
        applied.mayArriveLate || (automation.intent !== null && recovered === undefined)
          ? { validation }
          : undefined,
    };
  } catch (error) {
    if (!(error instanceof SmartsheetError) || error.class !== 'configuration') throw error;
    const reason = toFailureReason({ error, role: 'target_list' });
    return { ...toFailedResult({ reason, names }), ...unwritten };
  }
}

/**
 * Returns what is remembered when nothing is written after an earlier write that was not recorded: the list it left, if
 * that is known.
 */
function toUnwrittenState(
  { automation, settings }: Run,
  { plan, baseHashes }: Pick<SeenPlan, 'plan'> & { baseHashes: string[] },
): Pick<RunResult, 'state'> {
  const isTwoWayLost = settings.mode === 'two_way' && baseHashes.length === 0;
  if (automation.intent === null || isTwoWayLost) return {};
  const { keptHashes, excludedHashes } = plan.state;
  return { state: { ...toRunState(automation), keptHashes, excludedHashes, baseHashes } };
}

/** Finishes the write of a run that died: the list is there, but the validation may not have been set back. */
export async function finishArrivedWrite(
  context: Context,
  run: Run,
  arrived: SeenPlan & { recovered: WriteIntent },
): Promise<RunResult | undefined> {
  const { automation, claim, hash } = run;
  const { column, recovered } = arrived;
  const { added, removed, validation, copyId, newNames } = recovered;
  const isLost = validation !== null && column.validation !== null && column.validation !== validation;
  if (isLost && !(await beginWrite(context, { automation, claim, intent: recovered }))) return undefined;
  const options = column.options ?? [];
  return {
    ...(await restoreColumnValidation(context, run, { seen: arrived, validation })),
    outcome: 'changed',
    added,
    removed,
    copyId: copyId ?? undefined,
    ...(newNames && { contacts: { newNames, withoutAddress: 0 } }),
    optionCount: options.length,
    fingerprint: hash.ofList(options),
  };
}

/**
 * Sets "restrict to list values" of a column back to `validation` if it stands otherwise. Returns what a run reports whose list
 * is as it should be.
 */
async function restoreColumnValidation(
  { now }: Context,
  { automation: { sheetId }, client, call }: Run,
  { seen, validation }: { seen: Omit<SeenPlan, 'recovered'>; validation: boolean | null },
): Promise<Pick<SeenPlan, 'names' | 'warnings'> & Pick<RunResult, 'state'>> {
  const { column, plan, names, seenAt, warnings } = seen;
  const place = { client, call, sheetId, column, seenAt, now };
  const restored = await restoreValidation({ ...place, validation, written: column });
  return { names, warnings: [...new Set([...warnings, ...toWarnings(restored)])], state: plan.state };
}

/** Returns how "restrict to list values" has to stand while a write may still arrive; null where that is not known. */
function getLateValidation({ lookAgainAt, lookAgainValidation }: SyncedAutomation): boolean | null {
  return lookAgainAt === null ? null : lookAgainValidation;
}

/** Returns whether a write that came late has changed "restrict to list values". */
export function isValidationChangedLate(
  automation: SyncedAutomation,
  { validation }: Pick<ListColumn, 'validation'>,
): boolean {
  const planned = getLateValidation(automation);
  return planned !== null && validation !== null && validation !== planned;
}

/** Sets "restrict to list values" back, which a late write has changed; the list is as it should be. */
export async function revertLateValidation(
  context: Context,
  run: Run,
  seen: Omit<SeenPlan, 'recovered'>,
): Promise<RunResult | undefined> {
  const { automation, claim, hash } = run;
  const { column } = seen;
  const validation = getLateValidation(automation);
  const options = column.options ?? [];
  const counts = { added: 0, removed: 0, optionCount: options.length };
  const fingerprint = hash.ofList(options);
  const intent = { sheetId: automation.sheetId, columnId: column.id, fingerprint, validation, ...counts };
  if (!(await beginWrite(context, { automation, claim, intent }))) return undefined;
  const restored = await restoreColumnValidation(context, run, { seen, validation });
  return { ...restored, ...counts, outcome: 'unchanged', fingerprint };
}

/** An automation whose list was rewritten from outside this often within an hour is paused instead of writing again. */
const maxOutsideChanges = 3;

/** Returns the times within the last hour at which the list was found changed from outside, this time included. */
function getOutsideChanges({ outsideChanges }: SyncedAutomation, isAsLeft: boolean, now: Date): Date[] {
  const recent = recentOutsideChanges(outsideChanges, now);
  return isAsLeft ? recent : [...recent, now];
}

/**
 * Returns whether there is a change by hand that the settings or a person dealt with: it does not count as an outside
 * change.
 */
function isAccepted({ drift }: Plan): boolean {
  return drift !== null && drift.added.length + drift.removed.length > 0;
}

export function toWarnings({ validation, isTypeKept }: Omit<Applied, 'mayArriveLate'>): RunWarning[] {
  return [
    ...(isTypeKept ? [] : (['type_changed'] as const)),
    ...(validation === 'restored' ? (['validation_restored'] as const) : []),
    ...(validation === 'lost' ? (['validation_lost'] as const) : []),
  ];
}
