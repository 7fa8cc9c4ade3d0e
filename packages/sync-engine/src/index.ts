export { type Applied, type Apply, applyOptions } from './apply.ts';
export { failureReasonOf, reasonOfRefusal, type Situation } from './failures.ts';
export { fingerprintOf } from './fingerprint.ts';
export { defaultLimits, type OptionLimits } from './plan.guards.ts';
export { type Difference, type Plan, type PlanInput, type PlanSettings, plan } from './plan.ts';
export { type AutomationPlan, planAutomation } from './plan-automation.ts';
export { readSheet, type SheetNeeds, type SheetRead } from './read.ts';
export { assessTarget, type DropdownColumn, type TargetAssessment } from './target.ts';
export { type ColumnValues, columnValues, normaliseText } from './values.ts';
