import { noBreak } from './dates.ts';
import type { ListNoun } from './list-noun.ts';

/**
 * Returns the removal limit in words, as they end "It asks you before it removes ...": it asks above the percentage, and only above
 * 5 options. Null where it never asks but before an empty list.
 */
export function removalLimitText(percent: number, noun: ListNoun = 'option'): string | null {
  if (percent === 100) return null;
  return percent === 0 ? `more than 5 ${noun}s` : `more than ${percent}${noBreak}% and 5 ${noun}s`;
}
