import type { AutomationSettings } from '@picksync/contracts';
import type { OptionHash } from './option-hash.ts';

/** The list in the dropdown and the list that would replace it. All of it holds texts: never store or log them. */
export type Replacement = {
  current: readonly string[];
  next: readonly string[];
  /** The ids and contents of the rows of the source that would be deleted with it. */
  rows?: readonly string[];
};

/**
 * Returns the fingerprint of exactly this replacement under these settings. An approval holds as long as it stays the
 * same: another list on either side, another row or another setting gives another fingerprint.
 */
export function reviewFingerprint(review: Review & { hash: Pick<OptionHash, 'ofList'> }): string {
  return review.hash.ofList(textsOf(review));
}

/** Returns whether a stored fingerprint stands for exactly this replacement; null stands for none. */
export function isReviewOf(
  fingerprint: string | null,
  review: Review & { hash: Pick<OptionHash, 'isOfList'> },
): boolean {
  return fingerprint !== null && review.hash.isOfList(fingerprint, textsOf(review));
}

type Review = Replacement & { settings: AutomationSettings };

function textsOf({ current, next, rows = [], settings }: Review): string[] {
  const lists = [JSON.stringify(current), JSON.stringify(next)];
  return [...lists, inOneOrder(settings), ...(rows.length > 0 ? [JSON.stringify(rows)] : [])];
}

/** Returns settings as JSON, with the members of every object in one order: the database has an order of its own. */
function inOneOrder(settings: AutomationSettings): string {
  return JSON.stringify(settings, (_name, value: unknown) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
  });
}
