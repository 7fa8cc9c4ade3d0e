import { type Candidate, type Candidates, pluralize } from '@picksync/contracts';

/** Returns the key of a column. */
export function candidateKey({ sheetId, columnId }: Pick<Candidate, 'sheetId' | 'columnId'>): string {
  return `${sheetId}/${columnId}`;
}

/** Returns why a column looks like the list. */
export function likenessText(candidate: Candidate): string {
  return candidate.hasSameName ? sameNameText(candidate) : optionsText(candidate);
}

type Counts = Pick<Candidate, 'optionCount' | 'matchingCount'>;

function sameNameText({ optionCount, matchingCount }: Counts): string {
  if (optionCount === 0) return 'Same name, no options yet';
  if (optionCount === 1 && matchingCount === 0) return 'Same name, its one option is not in the list';
  if (optionCount === 1) return 'Same name, its one option is in the list';
  if (matchingCount === 0) return `Same name, none of its ${optionCount} options are in the list`;
  if (matchingCount === 1) return `Same name, 1 of its ${optionCount} options is in the list`;
  return `Same name, ${matchingCount} of its ${optionCount} options are in the list`;
}

function optionsText({ optionCount, matchingCount }: Counts): string {
  if (optionCount === 0) return 'No options yet';
  if (optionCount === 1 && matchingCount === 0) return 'Its one option is not in the list';
  if (optionCount === 1) return 'Its one option is in the list';
  if (matchingCount === 0) return `None of its ${optionCount} options are in the list`;
  if (matchingCount === 1) return `1 of its ${optionCount} options is in the list`;
  return `${matchingCount} of its ${optionCount} options are in the list`;
}

/** Returns how many columns a search has found that look like the list. */
export function foundText(count: number): string {
  return count === 1
    ? 'This dropdown column looks like the list.'
    : `These ${count} dropdown columns look like the list.`;
}

/** Says how many sheets could not be read; empty where all could. */
export function unreadText(unread: number): string {
  return unread === 0 ? '' : `${unread} of them could not be read.`;
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

type Progress = Pick<Candidates, 'looked' | 'total'>;

/** Returns how far a search had come when it was stopped, and what it has found. */
export function stoppedText({ looked, total }: Progress, found: number): string {
  return `Stopped: ${looked} of ${total} sheets so far, ${pluralize(found, 'column')} found.`;
}

/** Returns how far the search is, and what it has found. */
export function progressText({ looked, total }: Progress, found: number): string {
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
  if (unlisted === null) return 'There are more sheets, which Smartsheet did not list.';
  if (unlisted === 0) return '';
  return `${pluralize(unlisted, 'more sheet was', 'more sheets were')} not listed by Smartsheet.`;
}

export function addLabel(count: number): string {
  return count === 0 ? 'Add destinations' : `Add ${pluralize(count, 'destination')}`;
}
