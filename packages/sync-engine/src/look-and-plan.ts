import type { AutomationSettings, FailureReason } from '@picksync/contracts';
import { SmartsheetError } from '@picksync/smartsheet-client';
import { failureReasonOf, reasonOfRefusal, type SheetRole } from './failure-reason.ts';
import type { OptionLimits } from './plan.guards.ts';
import { type Plan, type PlanSettings, plan } from './plan.ts';
import type { SheetRead } from './read.ts';
import type { Replacement } from './review-fingerprint.ts';
import type { SheetReads } from './sheet-reads.ts';
import { assessTarget, type DropdownColumn } from './target.ts';

/** The columns of an automation. `sheetId` is the sheet of the target. */
export type AutomationColumns = {
  sourceSheetId: string;
  sourceColumnId: string;
  sheetId: string;
  targetColumnId: string;
};

type Planned = { failure: null; column: DropdownColumn; plan: Plan };

export type AutomationPlan = Planned | { failure: FailureReason };

/** A plan and the sheets it was made from; of a failure those that could be read. */
export type Look =
  | (Planned & { source: SheetRead; target: SheetRead })
  | { failure: FailureReason; source?: SheetRead; target?: SheetRead };

type PlanOptions = {
  limits: OptionLimits;
  locale?: string;
  /** Whether a person has approved exactly this replacement of the list. */
  isApproved?: (replacement: Replacement) => boolean;
};

/**
 * Reads the source first and the target last, so that what is planned for the target is seconds old, and plans. Throws
 * what is not the automation's own fault: an error that passes by itself, a refused connection, a bug.
 */
export async function lookAndPlan(
  input: PlanOptions & {
    automation: AutomationColumns & { settings: AutomationSettings };
    reads: Pick<SheetReads, 'source' | 'target'>;
  },
): Promise<Look> {
  const { automation, reads, ...options } = input;
  const source = await readOrReason(reads.source(automation.sourceSheetId), 'source');
  if ('failure' in source) return source;
  const target = await readOrReason(reads.target(automation.sheetId), 'target');
  if ('failure' in target) return { ...target, source };
  return { ...planAutomation({ automation, source, target, ...options }), source, target };
}

/** Returns the sheet, or what its refusal means for the automation. */
async function readOrReason(
  read: Promise<SheetRead>,
  role: SheetRole,
): Promise<SheetRead | { failure: FailureReason }> {
  try {
    return await read;
  } catch (error) {
    if (!(error instanceof SmartsheetError) || error.class !== 'configuration') throw error;
    return { failure: failureReasonOf({ error, role }) };
  }
}

/** Plans one automation from both sheets as they were read. */
export function planAutomation(
  input: PlanOptions & {
    automation: Pick<AutomationColumns, 'sourceColumnId' | 'targetColumnId'> & { settings: PlanSettings };
    source: SheetRead;
    target: SheetRead;
  },
): AutomationPlan {
  const { automation, source, target, isApproved, ...options } = input;
  const sourceValues = source.values.get(automation.sourceColumnId);
  if (sourceValues === undefined) return { failure: 'source_column_gone' };
  const column = target.columns.get(automation.targetColumnId);
  if (column === undefined) return { failure: 'target_column_gone' };
  const assessment = assessTarget({ column, sheet: target });
  if (!assessment.writable) return { failure: reasonOfRefusal[assessment.reason] };
  const given = {
    ...options,
    settings: automation.settings,
    sourceValues: sourceValues.values,
    formulaErrors: sourceValues.formulaErrors,
    // "Get Sheet" leaves the member out where a dropdown has no options.
    currentOptions: column.options ?? [],
  };
  const planned = plan(given);
  const replacement = { current: given.currentOptions, next: planned.options };
  const approved = planned.verdict === 'waiting_review' && isApproved?.(replacement) === true;
  return {
    failure: null,
    column: assessment.column,
    plan: approved ? plan({ ...given, removalsApproved: true }) : planned,
  };
}
