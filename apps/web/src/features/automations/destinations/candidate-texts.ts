import { type Candidate, type Candidates, capitalize } from '@picksync/contracts';
import { pluralize } from '../../../ui/pluralize.ts';

/** Returns the key of a column. */
export function candidateKey({ sheetId, columnId }: Pick<Candidate, 'sheetId' | 'columnId'>): string {
  return `${sheetId}/${columnId}`;
}

/** Returns why a column looks like the list. */
export function likenessText({ hasSameName, optionCount, matchingCount }: Candidate): string {
  const options =
    optionCount === 0
      ? 'no options yet'
      : optionCount === 1
        ? `its one option is ${matchingCount === 1 ? '' : 'not '}in the list`
        : `${matchingCount === 0 ? 'none' : matchingCount} of its ${optionCount} options ${matchingCount === 1 ? 'is' : 'are'} in the list`;
  return capitalize(hasSameName ? `same name, ${options}` : options);
}

/** The share of a dropdown that must be in the list for its column to be ticked at first. */
const clearlyAlike = 0.8;

/** With fewer options than this, nearly all may be in a long list by chance. */
const fewOptions = 5;

/** Returns whether a column is ticked at first: only when it is clearly alike, and its first sync needs no review. */
export function isObvious(candidate: Candidate): boolean {
  const { reason, firstSync, hasSameName, optionCount, matchingCount } = candidate;
  if (reason !== null || firstSync === null || firstSync.needsReview) return false;
  if (optionCount === 0) return hasSameName;
  if (optionCount < fewOptions && !hasSameName) return false;
  return matchingCount >= optionCount * clearlyAlike;
}

/** Returns how far the search is, and what it has found. */
export function progressText({ looked, total }: Pick<Candidates, 'looked' | 'total'>, found: number): string {
  return `${looked} of ${total} sheets so far, ${pluralize(found, 'column')} found.`;
}

/** A wait that a reader would notice. */
const longWaitMs = 5_000;

/** Says what a search waits for; empty when it does not. */
export function waitText({ waitMs, waitsFor }: Pick<Candidates, 'waitMs' | 'waitsFor'>): string {
  const seconds = Math.ceil(waitMs / 1000);
  if (waitsFor === 'smartsheet') return `Smartsheet asks for a pause of ${seconds} seconds.`;
  if (waitsFor === null) return '';
  const slow = 'It goes slowly, because your syncs have the first claim on calls to Smartsheet.';
  return waitMs < longWaitMs ? slow : `${slow} Continues in ${seconds} seconds.`;
}

/** Says that there are sheets that Smartsheet has not listed, so that the search cannot look at them; empty if not. */
export function unlistedText({ unlisted }: Pick<Candidates, 'unlisted'>): string {
  if (unlisted === null) return ' There are more sheets, which Smartsheet did not list.';
  if (unlisted === 0) return '';
  return ` ${pluralize(unlisted, 'more sheet was', 'more sheets were')} not listed by Smartsheet.`;
}

export function addLabel(count: number): string {
  return count === 0 ? 'Add destinations' : `Add ${pluralize(count, 'destination')}`;
}
