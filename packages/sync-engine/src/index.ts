export { type Applied, applyOptions, offerTexts, restoreValidation } from './apply.ts';
export { type ApplyRows, addRows, deleteRows } from './apply-rows.ts';
export { assessConnection, assessHealth, type HealthFacts, refusedConnection } from './assess-health.ts';
export { assessSource } from './assess-source.ts';
export type { Drift } from './drift.ts';
export { failureReasonOf } from './failure-reason.ts';
export type { LeavingOption } from './leftovers.ts';
export { type Look, type LookInput, lookAndPlan, type PlanContext, replacementOf } from './look-and-plan.ts';
export { lookAtDefinitions } from './look-at-definitions.ts';
export { createOptionHashes, draftIdOf, type OptionHash } from './option-hash.ts';
export { recentOutsideChanges } from './outside-changes.ts';
export { defaultLimits, type OptionLimits, reviewReason } from './plan.guards.ts';
export type { IsApproved, Plan } from './plan.ts';
export type { SourceRowChanges } from './plan-two-way.ts';
export type { SheetRead } from './read.ts';
export { changedSide, isReviewOf, type Replacement, reviewFingerprint } from './review-fingerprint.ts';
export { baseHashesOf, emptyRunState, parseLeaving, type RunState, runStateOf } from './run-state.ts';
export { type AutomationColumns, type SheetNeeds, sheetNeeds, sourceColumnsOf } from './sheet-needs.ts';
export { createSheetReads, type SheetReads } from './sheet-reads.ts';
export { type SourceFindings, sourceFindings } from './source-findings.ts';
export { firstRowsOf, type SourceValues } from './source-values.ts';
export { spellingKey } from './spelling.ts';
export { assessTarget, type DropdownColumn } from './target.ts';
export {
  type RowsDone,
  type RowsUnderWay,
  rowsDoneBefore,
  type SettledSource,
  type SourcePorts,
  settleSource,
} from './two-way-rows.ts';
export { normaliseText } from './values.ts';
