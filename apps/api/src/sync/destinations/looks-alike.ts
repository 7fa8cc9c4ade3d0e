import type { AutomationSettings } from '@picksync/contracts';
import { normaliseText, reviewReason, spellingKey } from '@picksync/sync-engine';

/** Returns the same text for names of columns that a person would take for the same. */
export function toNameKey(name: string): string {
  return normaliseText(name)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

export type Likeness = {
  hasSameName: boolean;
  optionCount: number;
  /** Options that are in the list. */
  matchingCount: number;
  isAlike: boolean;
};

/** One option in common may be chance: "Other" is in many lists. */
const minMatching = 2;
/** The share of the dropdown's options that must be in the list. */
const minShare = 1 / 3;

/** Returns how similar a dropdown column is to a list. */
export function getLikeness(
  { title, options }: { title: string; options: readonly string[] },
  {
    wanted,
    names,
    settings,
  }: { wanted: ReadonlySet<string>; names: ReadonlySet<string>; settings: AutomationSettings },
): Likeness {
  const hasSameName = names.has(toNameKey(title));
  const matchingCount = options.filter((option) => wanted.has(spellingKey(option, settings))).length;
  const hasSameOptions = matchingCount >= minMatching && matchingCount >= options.length * minShare;
  return {
    hasSameName,
    optionCount: options.length,
    matchingCount,
    isAlike: hasSameName || hasSameOptions,
  };
}

/**
 * Returns what the first sync would do, in counts. For `keep_used` it is an upper bound: options that rows use stay.
 */
export function getFirstSync(
  { optionCount, matchingCount }: Likeness,
  { listSize, settings }: { listSize: number; settings: AutomationSettings },
) {
  const { mode, graceDays, maxRemovalPercent } = settings;
  const keepsAll = mode === 'add_only' || mode === 'two_way' || graceDays > 0;
  const removed = keepsAll ? 0 : optionCount - matchingCount;
  const added = Math.max(0, listSize - matchingCount);
  const left = optionCount - removed + added;
  const counts = { found: listSize, leftOut: 0, left, removed, current: optionCount };
  const review = reviewReason({ ...counts, maxRemovalPercent });
  return { added, removed, needsReview: review !== null };
}
