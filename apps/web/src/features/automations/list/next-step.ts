import type { Automation, FailureReason, HealthFix } from '@picksync/contracts';
import type { AutomationField } from '../form/automation-form-values.ts';

/** A button that leads to a field of the edit form. */
type NextStep = { label: string; field: AutomationField };

const allowRemovals: NextStep = { label: 'Allow more removals', field: 'maxRemovalPercent' };
const otherSource: NextStep = { label: 'Choose another source', field: 'sourceSheet' };
const otherSourceColumn: NextStep = { label: 'Choose another column', field: 'sourceColumn' };
const otherTarget: NextStep = { label: 'Choose another destination', field: 'targetSheet' };
const otherTargetColumn: NextStep = { label: 'Choose another column', field: 'targetColumn' };

const nextSteps: Partial<Record<FailureReason, NextStep>> = {
  wipe_guard: allowRemovals,
  source_sheet_gone: otherSource,
  source_column_gone: otherSourceColumn,
  source_no_right: otherSource,
  report_gone: otherSource,
  report_no_right: otherSource,
  report_too_long: otherSource,
  report_lists_target: otherSourceColumn,
  target_sheet_gone: otherTarget,
  target_column_gone: otherTargetColumn,
  target_column_retyped: otherTargetColumn,
  target_column_locked: otherTargetColumn,
  target_no_right: otherTarget,
  target_unlicensed: otherTarget,
  target_symbol: otherTargetColumn,
  target_claimed: otherTargetColumn,
  automation_loop: otherTargetColumn,
  // Which of them the plan lacks is known where the form opens.
  plan_lacks_settings: { label: 'Edit options', field: 'filters' },
};

/** Returns the field of the form where its owner can fix the error; null where the form cannot help. */
export function findNextStep({ lastError, lastFailure }: Automation): NextStep | null {
  return (lastError !== null && lastFailure !== null && nextSteps[lastFailure]) || null;
}

/** Whether it waits because its settings need another plan. */
export function lacksPlan({ lastError, lastFailure }: Automation): boolean {
  return lastError !== null && lastFailure === 'plan_lacks_settings';
}

/** The field of the form that fixes a finding of a health check. */
export const fieldOfFix: Partial<Record<HealthFix, AutomationField>> = {
  choose_source: 'sourceSheet',
  choose_target_sheet: 'targetSheet',
  choose_target: 'targetColumn',
  change_settings: 'filters',
  add_filter: 'filters',
  choose_mode: 'mode',
};
