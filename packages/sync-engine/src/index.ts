export { type Applied, applyOptions, restoreValidation } from './apply.ts';
export { failureReasonOf } from './failure-reason.ts';
export { fingerprintOf } from './fingerprint.ts';
export { type Look, lookAndPlan } from './look-and-plan.ts';
export { defaultLimits, type OptionLimits } from './plan.guards.ts';
export type { SheetNeeds, SheetRead } from './read.ts';
export { type Replacement, reviewFingerprint } from './review-fingerprint.ts';
export { createSheetReads, type SheetReads } from './sheet-reads.ts';
export { assessTarget } from './target.ts';
