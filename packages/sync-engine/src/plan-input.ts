import type { AutomationSettings, FailureReason } from '@picksync/contracts';
import type { ColumnUses } from './column-uses.ts';
import type { OptionIdentity } from './contacts.ts';
import type { Renaming } from './find-renames.ts';
import type { OptionHash } from './option-hash.ts';
import type { OptionLimits } from './plan.guards.ts';
import type { Replacement } from './review-fingerprint.ts';
import type { RunState } from './run-state.ts';
import type { SourceValues } from './source-values.ts';

/** Returns whether a list is the one of an earlier write, of which it is not known whether it arrived. */
type UnrecordedWrite = (options: readonly string[]) => boolean;

export type IsApproved = (replacement: Replacement, reason: FailureReason) => boolean;

export type PlanInput = {
  /** What the settings make of the source. */
  source: Pick<SourceValues, 'values' | 'formulaErrors' | 'filteredOut'> &
    Partial<Pick<SourceValues, 'withoutAddress'>>;
  /** How many sheets the report reads that is the source; null where that is not known, and for a sheet. */
  sourceSheetCount?: number | null;
  /** What makes two options one. Default: their text. */
  identity?: OptionIdentity;
  /** The dropdown's list as it is now. */
  currentOptions: readonly string[];
  settings: AutomationSettings;
  /** What earlier runs remembered. */
  state: RunState;
  /** Of a write that was not recorded; null where all are. */
  unrecordedWrite?: UnrecordedWrite | null;
  /** Of a write that was repeated, whose first try may still arrive, after others: the list that was recorded. */
  lateWrite?: UnrecordedWrite | null;
  /** How many rows use each value of the target column; null where they were not counted. */
  uses: ColumnUses | null;
  /** What is known of names; undefined where a name that changes is added and removed, and for contacts. */
  renaming?: Renaming | undefined;
  limits: OptionLimits;
  /** BCP 47, for sorting. Default `en`. */
  locale?: string;
  now: Date;
  hash: OptionHash;
  /** Whether a person has approved exactly this replacement of the list, which waits for this reason. */
  isApproved?: IsApproved;
  /** Whether a person has answered exactly this replacement with "Keep them". */
  isKept?: (replacement: Replacement) => boolean;
};
