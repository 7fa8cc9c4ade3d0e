import type { FailureFigures, FailureReason, RunWarning } from '@picksync/contracts';

/** What a dropdown of Smartsheet can hold. Its API documents no numbers, so they are settings. */
export type OptionLimits = {
  /** Options in one dropdown. */
  maxOptions: number;
  /** UTF-16 units in one option. */
  maxOptionLength: number;
};

/** Known to hold today: 500 options; a cell holds 4,000 characters, and an option must fit into a cell. */
export const defaultLimits: OptionLimits = { maxOptions: 500, maxOptionLength: 4_000 };

type Stop = { reason: FailureReason; figures: FailureFigures };

/** From which share of the limit on the user is told that the list gets long. */
const nearLimit = 0.9;

/** So few removals are never asked about, whatever their share: short lists change wholesale in daily use. */
const unaskedRemovals = 5;

/** Why Smartsheet could not take the list, with what was found and what is allowed; null when it can. */
export function refusalOf({ options, limits }: { options: readonly string[]; limits: OptionLimits }) {
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

/** Whether so much would go that a person should look first: a cleared source column must not clear a dropdown. */
export function reviewReason(counts: {
  /** Options that would be left. */
  left: number;
  removed: number;
  /** Options there are now. */
  current: number;
  maxRemovalPercent: number;
}): Stop | null {
  const { left, removed, current, maxRemovalPercent } = counts;
  if (left === 0 && current > 0) return { reason: 'source_empty', figures: {} };
  if (removed <= unaskedRemovals || removed * 100 <= current * maxRemovalPercent) return null;
  return { reason: 'wipe_guard', figures: { found: removed, allowed: current } };
}

export function warningsOf(facts: {
  repeats: number;
  formulaErrors: number;
  options: readonly string[];
  settings: { removeDuplicates: boolean };
  limits: OptionLimits;
}): RunWarning[] {
  const { repeats, formulaErrors, options, settings, limits } = facts;
  const warnings: RunWarning[] = [];
  if (repeats > 0 && !settings.removeDuplicates) warnings.push('duplicates_dropped');
  if (formulaErrors > 0) warnings.push('formula_errors_skipped');
  const isNear = options.length >= limits.maxOptions * nearLimit && options.length <= limits.maxOptions;
  if (isNear) warnings.push('near_option_limit');
  return warnings;
}
