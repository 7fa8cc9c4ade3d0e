import type { FailureReason } from '@picksync/contracts';
import { reasonOfRefusal } from './failures.ts';
import type { OptionLimits } from './plan.guards.ts';
import { type Plan, type PlanSettings, plan } from './plan.ts';
import type { SheetRead } from './read.ts';
import { assessTarget, type DropdownColumn } from './target.ts';

export type AutomationPlan =
  | { failure: null; column: DropdownColumn; plan: Plan }
  | { failure: FailureReason };

/** Plans one automation from the sheets as they were read; the same read serves all automations of a sheet. */
export const planAutomation = (ask: {
  automation: { sourceColumnId: string; targetColumnId: string; settings: PlanSettings };
  source: SheetRead;
  target: SheetRead;
  limits: OptionLimits;
  locale?: string;
  removalsApproved?: boolean;
}): AutomationPlan => {
  const { automation, source, target, ...rest } = ask;
  const sourceValues = source.values.get(automation.sourceColumnId);
  if (sourceValues === undefined) return { failure: 'source_column_gone' };
  const column = target.columns.get(automation.targetColumnId);
  if (column === undefined) return { failure: 'target_column_gone' };
  const assessment = assessTarget({ column, sheet: target });
  if (!assessment.writable) return { failure: reasonOfRefusal[assessment.reason] };
  return {
    failure: null,
    column: assessment.column,
    plan: plan({
      ...rest,
      settings: automation.settings,
      sourceValues: sourceValues.values,
      formulaErrors: sourceValues.formulaErrors,
      // "Get Sheet" leaves the member out where a dropdown has no options.
      currentOptions: column.options ?? [],
    }),
  };
};
