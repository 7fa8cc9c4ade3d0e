import type { AutomationSettings, FailureFigures, FailureReason, RunWarning } from '@picksync/contracts';
import { distinctValues, orderValues } from './order.ts';
import { exceededLimit, type OptionLimits, reviewReason, warningsOf } from './plan.guards.ts';
import { normaliseText } from './values.ts';

export type PlanSettings = Pick<
  AutomationSettings,
  'removeDuplicates' | 'order' | 'ignoreCase' | 'maxRemovalPercent'
>;

export type PlanInput = {
  /** Values of the source column as `columnValues` gives them. */
  sourceValues: readonly string[];
  /** Cells of the source that showed a formula error, for the warning. */
  formulaErrors: number;
  /** The dropdown's list as it is now. */
  currentOptions: readonly string[];
  settings: PlanSettings;
  limits: OptionLimits;
  /** BCP 47, for sorting. Default `en`. */
  locale?: string;
  /** A person has looked at exactly these removals and wants them. */
  removalsApproved?: boolean;
};

/** The difference between a dropdown and its source. The lists hold option texts: never store or log them. */
export type Difference = {
  /** The list to write, in order. */
  options: string[];
  added: string[];
  removed: string[];
  kept: string[];
};

/**
 * `unchanged`: the dropdown is right. `write`: write `options`. `waiting_review`: it would lose too much, so a person
 * has to look first. `refused`: Smartsheet could not hold it. `reason` and `figures` make the sentence for the user.
 */
export type Plan = Difference & { warnings: RunWarning[] } & (
    | { verdict: 'unchanged' | 'write' }
    | { verdict: 'waiting_review' | 'refused'; reason: FailureReason; figures: FailureFigures }
  );

/** Returns what has to happen for a dropdown to mirror its source. Pure: the same input gives the same plan. */
export function plan(input: PlanInput): Plan {
  const { sourceValues, currentOptions, settings, limits, locale = 'en', removalsApproved = false } = input;
  const unique = distinctValues({ values: sourceValues, ignoreCase: settings.ignoreCase });
  const wanted = orderValues({ values: unique, order: settings.order, locale });
  const difference = differenceOf({ wanted, currentOptions });
  const { options, removed } = difference;
  const warnings = warningsOf({ ...input, repeats: sourceValues.length - unique.length, options });

  const refusal = exceededLimit({ options, limits });
  if (refusal !== null) return { ...difference, warnings, verdict: 'refused', ...refusal };
  if (isSameList(options, currentOptions)) return { ...difference, warnings, verdict: 'unchanged' };

  const review = reviewReason({
    left: options.length,
    removed: removed.length,
    current: currentOptions.length,
    maxRemovalPercent: settings.maxRemovalPercent,
  });
  if (review === null || removalsApproved) return { ...difference, warnings, verdict: 'write' };
  return { ...difference, warnings, verdict: 'waiting_review', ...review };
}

/**
 * An option that differs from its value by normalisation alone stays as it is spelled in the dropdown: cells hold
 * that spelling, and if Smartsheet stores another one than it was sent, writing it again would never end.
 */
function differenceOf({ wanted, currentOptions }: { wanted: string[]; currentOptions: readonly string[] }) {
  const spellings = new Map<string, string>();
  for (const option of currentOptions) {
    const text = normaliseText(option);
    if (!spellings.has(text)) spellings.set(text, option);
  }
  const options = wanted.map((value) => spellings.get(value) ?? value);
  const next = new Set(options);
  const current = new Set(currentOptions);
  return {
    options,
    added: options.filter((option) => !current.has(option)),
    removed: currentOptions.filter((option) => !next.has(option)),
    kept: options.filter((option) => current.has(option)),
  };
}

/** Returns whether two lists hold the same options in the same order. */
export function isSameList(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((option, index) => option === right[index]);
}
