export { assessConnection, assessHealth, refusedConnection } from './assess-health.ts';
export { normaliseText } from './cell-texts.ts';
export { hasAddress, type OptionIdentity, toContactKey } from './contacts.ts';
export { toCopyFile, toCopyName } from './copy-file.ts';
export { notSent, refusalReasons, toFailureReason } from './failure-reason.ts';
export { type Naming, toNaming } from './find-renames.ts';
export { findArrivedWrite, findUnrecordedWrite } from './find-unrecorded-write.ts';
export {
  type ColumnPair,
  countMatches,
  findLikelyPairs,
  toPairSheet,
} from './likely-pairs.ts';
export { type Look, type LookInput, lookAndPlan, toReplacement } from './look-and-plan.ts';
export { findFillable, matchColumn, toTitleKey } from './match-column.ts';
export {
  type KnownMatch,
  type MatchStep,
  needsRead,
  nextMatch,
  oldestFirst,
  type SeenMatch,
  unknownMatch,
} from './next-match.ts';
export { createOptionHashes, type OptionHash, toDraftId } from './option-hash.ts';
export { defaultLimits, type OptionLimits, reviewReason } from './plan.guards.ts';
export type { Plan } from './plan.ts';
export type { IsApproved } from './plan-input.ts';
export { isOfRows, type PlannedRename, type PlannedRenames, toRenamePair } from './plan-renames.ts';
export type { SourceRowChanges } from './plan-two-way.ts';
export { lookAtDefinitions, readSheet, type SheetRead } from './read.ts';
export { type FoundCopy, readCopy } from './read-copy.ts';
export { findRenamedCells, type RenamedCells } from './renamed-cells.ts';
export { isRestoreFingerprint, planRestore, type RestorePlan, restoreFingerprint } from './restore-plan.ts';
export { changedSide, matchesReview, type Replacement, reviewFingerprint } from './review-fingerprint.ts';
export {
  emptyRunState,
  parseLeaving,
  type RunState,
  recentOutsideChanges,
  toBaseHashes,
  toRunState,
} from './run-state.ts';
export { type SheetNeeds, sheetNeeds } from './sheet-needs.ts';
export { createSheetReads, type SheetReads } from './sheet-reads.ts';
export { hasAddresses } from './source-contacts.ts';
export { type SourceFindings, sourceFindings } from './source-findings.ts';
export { isSameNames, parsePairs, type RenamePair } from './source-names.ts';
export { findFirstRows, type SourceValues } from './source-values.ts';
export { isSameList, spellingKey } from './spelling.ts';
export {
  assessSource,
  assessTarget,
  hashFor,
  hasList,
  type ListColumn,
  listsTarget,
  toIdentity,
} from './target.ts';
export {
  type RowsDone,
  type RowsUnderWay,
  rowsDoneBefore,
  type SettledSource,
  type SourcePorts,
  settleSource,
} from './two-way-rows.ts';
export { withoutRemovals } from './without-removals.ts';
export { type Applied, isTooOld, restoreValidation, writeOptions } from './write-options.ts';
export { addRows, deleteRows, offerTexts } from './write-rows.ts';
