export {
  type Applied,
  type ApplyRows,
  addRows,
  applyOptions,
  deleteRows,
  offerTexts,
  restoreValidation,
} from './apply.ts';
export {
  assessConnection,
  assessHealth,
  type HealthFacts,
  refusedConnection,
} from './assess-health.ts';
export type { Drift } from './drift.ts';
export { failureReasonOf } from './failure-reason.ts';
export type { LeavingOption } from './leftovers.ts';
export { type Look, type LookInput, lookAndPlan, type PlanContext, replacementOf } from './look-and-plan.ts';
export { createOptionHashes, draftIdOf, type OptionHash } from './option-hash.ts';
export { defaultLimits, type OptionLimits, reviewReason } from './plan.guards.ts';
export type { IsApproved, Plan } from './plan.ts';
export type { SourceRowChanges } from './plan-two-way.ts';
export { lookAtDefinitions, type SheetRead } from './read.ts';
export { changedSide, isReviewOf, type Replacement, reviewFingerprint } from './review-fingerprint.ts';
export {
  baseHashesOf,
  emptyRunState,
  parseLeaving,
  type RunState,
  recentOutsideChanges,
  runStateOf,
} from './run-state.ts';
export { type AutomationColumns, type SheetNeeds, sheetNeeds, sourceColumnsOf } from './sheet-needs.ts';
export { createSheetReads, type SheetReads } from './sheet-reads.ts';
export { type SourceFindings, sourceFindings } from './source-findings.ts';
export { firstRowsOf, type SourceValues } from './source-values.ts';
export { spellingKey } from './spelling.ts';
export { assessSource, assessTarget, type DropdownColumn } from './target.ts';
export {
  type RowsDone,
  type RowsUnderWay,
  rowsDoneBefore,
  type SettledSource,
  type SourcePorts,
  settleSource,
} from './two-way-rows.ts';
export { normaliseText } from './values.ts';
