import type { Candidate } from '@picksync/contracts';
import { expect, test } from 'vitest';
import {
  foundText,
  isObvious,
  likenessText,
  stoppedText,
  unlistedText,
  unreadText,
  waitText,
} from './candidate-texts.ts';

const column = (given: Partial<Candidate> = {}): Candidate => ({
  sheetId: '1',
  sheetName: 'Invoices 2026',
  columnId: '2',
  columnName: 'Client',
  isMultiSelect: false,
  hasSameName: true,
  optionCount: 40,
  matchingCount: 38,
  firstSync: { added: 4, removed: 2, needsReview: false },
  reason: null,
  ...given,
});

test.each([
  [column(), 'Same name, 38 of its 40 options are in the list'],
  [column({ hasSameName: false }), '38 of its 40 options are in the list'],
  [column({ optionCount: 0, matchingCount: 0 }), 'Same name, no options yet'],
  [column({ matchingCount: 0 }), 'Same name, none of its 40 options are in the list'],
  [column({ optionCount: 9, matchingCount: 1 }), 'Same name, 1 of its 9 options is in the list'],
  [column({ optionCount: 1, matchingCount: 1 }), 'Same name, its one option is in the list'],
  [column({ optionCount: 1, matchingCount: 0 }), 'Same name, its one option is not in the list'],
  [column({ hasSameName: false, optionCount: 0, matchingCount: 0 }), 'No options yet'],
  [column({ hasSameName: false, matchingCount: 0 }), 'None of its 40 options are in the list'],
  [column({ hasSameName: false, matchingCount: 1 }), '1 of its 40 options is in the list'],
  [column({ hasSameName: false, optionCount: 1, matchingCount: 1 }), 'Its one option is in the list'],
  [column({ hasSameName: false, optionCount: 1, matchingCount: 0 }), 'Its one option is not in the list'],
])('why a column looks like the list (%#)', (candidate, text) => {
  expect(likenessText(candidate)).toBe(text);
});

test.each([
  ['most of its options are in the list', column(), true],
  ['it is named alike and has no options', column({ optionCount: 0, matchingCount: 0 }), true],
  [
    'both of its two options are in the list, by chance',
    column({ hasSameName: false, optionCount: 2, matchingCount: 2 }),
    false,
  ],
  ['few of its options are in the list', column({ matchingCount: 11 }), false],
  ['it would wait for a review', column({ firstSync: { added: 4, removed: 20, needsReview: true } }), false],
  ['it cannot be chosen', column({ reason: 'The column is locked', firstSync: null }), false],
])('a column is ticked at once when it is clear: %s', (_why, candidate, isTicked) => {
  expect(isObvious(candidate)).toBe(isTicked);
});

test.each([
  [0, ''],
  [1, '1 more sheet was not listed by Smartsheet.'],
  [1217, '1,217 more sheets were not listed by Smartsheet.'],
  [null, 'There are more sheets, which Smartsheet did not list.'],
])('a search says that sheets are missing from the list: %s', (unlisted, text) => {
  expect(unlistedText({ unlisted })).toBe(text);
});

const slowly = 'It goes slowly, because your syncs have the first claim on calls to Smartsheet.';
test.each([
  [{ waitMs: 0, waitsFor: null }, ''],
  [{ waitMs: 1_700, waitsFor: 'calls' }, slowly],
  [{ waitMs: 12_300, waitsFor: 'calls' }, `${slowly} Continues in 13 seconds.`],
  [{ waitMs: 60_000, waitsFor: 'smartsheet' }, 'Smartsheet asks for a pause of 60 seconds.'],
] as const)('a search says what it waits for (%#)', (wait, text) => {
  expect(waitText(wait)).toBe(text);
});

test('a search says what it has found, where it was stopped, and what it could not read', () => {
  expect(foundText(1)).toBe('This dropdown column looks like the list.');
  expect(foundText(3)).toBe('These 3 dropdown columns look like the list.');
  expect(stoppedText({ looked: 8, total: 40 }, 1)).toBe('Stopped: 8 of 40 sheets so far, 1 column found.');
  expect([unreadText(0), unreadText(2)]).toEqual(['', '2 of them could not be read.']);
});
