import type { AutomationSettings } from '@picksync/contracts';
import { foldCase } from './cell-texts.ts';

export type OptionOrder = AutomationSettings['order'];

/**
 * Returns the values in the order of the dropdown, as a new list. `source` keeps them as they stand; the others sort as
 * a reader of `locale` expects, numbers by size (`Item 2` before `Item 10`). Texts the language holds for equal are
 * ordered by their characters, so that the same values always come out in the same order.
 */
export function orderValues(input: {
  values: readonly string[];
  order: OptionOrder;
  /** BCP 47. */
  locale: string;
}): string[] {
  const { values, order, locale } = input;
  if (order === 'source') return [...values];
  const { compare } = new Intl.Collator(locale, { numeric: true });
  const entries = values.map((value) => ({ value, key: sortKey(value) }));
  entries.sort((left, right) => compare(left.key, right.key) || byCharacters(left.value, right.value));
  const ascending = entries.map(({ value }) => value);
  return order === 'ascending' ? ascending : ascending.reverse();
}

/** The part of a text that decides its place: comparing whole texts takes seconds where all begin alike. */
const sortedLength = 200;

/** Long runs of combining marks, which no language has, take the most time. */
const extraMarks = /(?<=\p{M}{30})\p{M}+/gu;

function sortKey(value: string): string {
  return value.slice(0, sortedLength).replace(extraMarks, '');
}

function byCharacters(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

/**
 * Returns each value once, in its first spelling. A dropdown cannot hold two equal options; with `ignoreCase` texts
 * that differ in upper and lower case only are one as well.
 */
export function distinctValues(input: { values: readonly string[]; ignoreCase: boolean }): string[] {
  if (!input.ignoreCase) return [...new Set(input.values)];
  const firstSpellings = new Map<string, string>();
  for (const value of input.values) {
    const key = foldCase(value);
    if (!firstSpellings.has(key)) firstSpellings.set(key, value);
  }
  return [...firstSpellings.values()];
}
