import type { AutomationSettings } from '@picksync/contracts';
import { foldCase, normaliseText } from './cell-texts.ts';

/** How values are spelled that are in the dropdown already. */
export type Spelling = {
  /** Returns the same text for spellings of one value. */
  toKey: (text: string) => string;
  /** Returns a value as it is spelled in the dropdown; one that is not in it as it is. */
  of: (value: string) => string;
  /** Does the same with the last of several spellings, for values at the end of the list. */
  lastOf: (value: string) => string;
  /** Returns whether a pinned text can be an option; absent where each can. */
  takes?: (text: string) => boolean;
};

/** Returns the same text for spellings of one value: of its normalised text, with `ignoreCase` without regard to case. */
export function spellingKey(text: string, { ignoreCase }: Pick<AutomationSettings, 'ignoreCase'>): string {
  const normal = normaliseText(text);
  return ignoreCase ? foldCase(normal) : normal;
}

/**
 * Returns how values are spelled. One that differs from an option only by normalisation, or with `ignoreCase` by case, is
 * spelled as the option is: cells hold that spelling, and if Smartsheet stores another one than it was sent, writing it
 * again would never end.
 */
export function createSpelling(
  currentOptions: readonly string[],
  settings: Pick<AutomationSettings, 'ignoreCase'>,
): Spelling {
  const toKey = remember((text) => spellingKey(text, settings));
  const spelledAs = (options: readonly string[]) => {
    const exact = new Map(options.map((option) => [normaliseText(option), option]));
    const alike = new Map(options.map((option) => [toKey(option), option]));
    return (value: string) => exact.get(value) ?? alike.get(toKey(value)) ?? value;
  };
  // In a map the last one of a key stays.
  return { toKey, of: spelledAs(currentOptions.toReversed()), lastOf: spelledAs(currentOptions) };
}

/** Remembers results: a plan needs the key of each text several times, and a long source has many texts. */
function remember(work: (text: string) => string): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    const key = known.get(text) ?? work(text);
    known.set(text, key);
    return key;
  };
}

/** Returns whether two lists hold the same options in the same order. */
export function isSameList(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((option, index) => option === right[index]);
}
