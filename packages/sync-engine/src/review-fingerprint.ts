import type { AutomationSettings, FewerSheets } from '@picksync/contracts';
import type { OptionHash } from './option-hash.ts';

/** The list in the dropdown and the list that would replace it. All of it holds texts: never store or log them. */
export type Replacement = {
  current: readonly string[];
  next: readonly string[];
  /** The ids and contents of the rows of the source that would be deleted with it. */
  rows?: readonly string[];
  /** The texts that would become rows of the source, where a person has to approve them. */
  newRows?: readonly string[];
  /** Old and new names of options that would be renamed. */
  renames?: readonly (readonly [from: string, to: string])[];
  /** How many rows use the old ones. It is not part of the fingerprint, because people edit cells all day. */
  renamedRows?: number;
  /** How many sheets the report reads, and read before, where the question is about names and options would go as well. */
  fewerSheets?: FewerSheets;
};

/**
 * Returns the fingerprint of exactly this replacement under these settings. An approval holds as long as it stays the
 * same: another list on either side, another row or another setting gives another fingerprint. Behind the dot stands the
 * dropdown's list alone, which tells which side has changed.
 */
export function reviewFingerprint(review: Review & { hash: Pick<OptionHash, 'ofList'> }): string {
  return `${review.hash.ofList(toTexts(review))}.${review.hash.ofList(review.current)}`;
}

/** Returns whether a stored fingerprint stands for exactly this replacement; null stands for none. */
export function matchesReview(
  fingerprint: string | null,
  review: Review & { hash: Pick<OptionHash, 'isOfList'> },
): boolean {
  return fingerprint !== null && review.hash.isOfList(toParts(fingerprint).whole, toTexts(review));
}

/**
 * Returns which side is another than in a fingerprint that does not hold any more; null for an older fingerprint, which
 * does not tell.
 */
export function changedSide(
  fingerprint: string,
  { current, hash }: { current: readonly string[]; hash: Pick<OptionHash, 'isOfList'> },
): 'source' | 'target' | null {
  const { list } = toParts(fingerprint);
  if (list === undefined) return null;
  return hash.isOfList(list, current) ? 'source' : 'target';
}

function toParts(fingerprint: string): { whole: string; list: string | undefined } {
  const [whole = '', list] = fingerprint.split('.');
  return { whole, list };
}

type Review = Replacement & { settings: AutomationSettings };

function toTexts({
  current,
  next,
  rows = [],
  newRows = [],
  renames = [],
  fewerSheets,
  settings,
}: Review): string[] {
  return [
    JSON.stringify(current),
    JSON.stringify(next),
    inOneOrder(settings),
    ...(rows.length > 0 ? [JSON.stringify(rows)] : []),
    ...(newRows.length > 0 ? [JSON.stringify({ newRows })] : []),
    ...(renames.length > 0 ? [JSON.stringify({ renames })] : []),
    ...(fewerSheets ? [JSON.stringify({ fewerSheets })] : []),
  ];
}

/**
 * Returns settings as JSON, with the members of every object in one order: the database has an order of its own. The names
 * of columns are left out: a form may still show earlier ones.
 */
function inOneOrder(settings: AutomationSettings): string {
  return JSON.stringify(settings, (name, value: unknown) => {
    if (name === 'columnName') return undefined;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
  });
}
