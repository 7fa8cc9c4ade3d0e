/**
 * Returns the removal limit in words, as they end "It asks you before it removes ...": it asks above the percentage, and only above
 * 5 options. Null where it never asks but before an empty list.
 */
export function removalLimitText(percent: number): string | null {
  if (percent === 100) return null;
  return percent === 0 ? 'more than 5 options' : `more than ${percent} % and 5 options`;
}
