import type { FailureFigures, FailureReason, FewerSheets, RunWarning } from '@picksync/contracts';

/** What a dropdown of Smartsheet can hold. Its API documents no numbers, so they are settings. */
export type OptionLimits = {
  /** Options in one dropdown. */
  maxOptions: number;
  /** UTF-16 units in one option. */
  maxOptionLength: number;
};

/** Known to hold today: 500 options; a cell holds 4,000 characters, and an option must fit into a cell. */
export const defaultLimits: OptionLimits = { maxOptions: 500, maxOptionLength: 4_000 };

export type Stop = { reason: FailureReason; figures: FailureFigures };

/** From this share of the limit on, people are warned that the list gets long. */
export const nearLimit = 0.9;

/** Up to this many removals need no review, whatever their share: short lists change wholesale in daily use. */
const removalsWithoutReview = 5;

/** Returns the limit that the list exceeds, with what was found and what is allowed; null when it fits. */
export function exceededLimit({ options, limits }: { options: readonly string[]; limits: OptionLimits }) {
  if (options.length > limits.maxOptions) {
    const figures = { found: options.length, allowed: limits.maxOptions };
    return { reason: 'too_many_options', figures } satisfies Stop;
  }
  const longest = options.reduce((length, option) => Math.max(length, option.length), 0);
  if (longest > limits.maxOptionLength) {
    const figures = { found: longest, allowed: limits.maxOptionLength };
    return { reason: 'option_too_long', figures } satisfies Stop;
  }
  return null;
}

/** Returns why a person should look first, or null: a cleared source column must not clear a dropdown. */
export function reviewReason(counts: {
  /** Values of the source that pass the filters, whatever is pinned beside them. */
  found: number;
  /** Values that the filters leave out. */
  leftOut: number;
  /** Options that would be left. */
  left: number;
  removed: number;
  /** Options there are now. */
  current: number;
  maxRemovalPercent: number;
  /** Sheets that the report reads now, and read before; null where the source is no report. */
  sheets?: FewerSheets | null;
}): Stop | null {
  const { found, leftOut, left, removed, current, maxRemovalPercent, sheets = null } = counts;
  if (removed > 0 && (found === 0 || left === 0)) {
    // Only a source without values is called empty.
    return { reason: found + leftOut === 0 ? 'source_empty' : 'nothing_passes', figures: {} };
  }
  const fewer = findFewerSheets({ removed, sheets });
  if (fewer !== null)
    return { reason: 'fewer_source_sheets', figures: { found: fewer.found, allowed: fewer.before } };
  if (removed <= removalsWithoutReview || removed * 100 <= current * maxRemovalPercent) return null;
  return { reason: 'wipe_guard', figures: { found: removed, allowed: current } };
}

/** Returns both numbers where options would go while a report reads fewer sheets: one may only have been moved or unshared. */
export function findFewerSheets({
  removed,
  sheets,
}: {
  removed: number;
  sheets: FewerSheets | null;
}): FewerSheets | null {
  return removed > 0 && sheets !== null && sheets.found < sheets.before ? sheets : null;
}

/** Returns what the user should know of a run that did not fail. */
export function findWarnings(facts: {
  repeats: number;
  formulaErrors: number;
  withoutAddress?: number;
  options: readonly string[];
  settings: { removeDuplicates: boolean };
  limits: OptionLimits;
}): RunWarning[] {
  const { repeats, formulaErrors, withoutAddress = 0, options, settings, limits } = facts;
  const warnings: RunWarning[] = [];
  if (repeats > 0 && !settings.removeDuplicates) warnings.push('duplicates_dropped');
  if (formulaErrors > 0) warnings.push('formula_errors_skipped');
  if (withoutAddress > 0) warnings.push('contacts_without_address');
  const isNear = options.length >= limits.maxOptions * nearLimit && options.length <= limits.maxOptions;
  if (isNear) warnings.push('near_option_limit');
  return warnings;
}
