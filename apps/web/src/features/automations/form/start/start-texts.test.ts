import type { LikelyPair, LikelyPairs } from '@picksync/contracts';
import { expect, test } from 'vitest';
import { emptyAutomation } from '../automation-form-values.ts';
import { filterPairs, lookingText, pairsNote, pairsTitle, pairText, searchLimit } from './start-texts.ts';

const column = (sheetId: string, columnId: string) => ({
  ...{ sheetId, columnId, sheetName: `Sheet ${sheetId}`, columnName: `Column ${columnId}` },
  isMultiSelect: false,
});
const pair = (source: string, target: string, given: Partial<LikelyPair> = {}): LikelyPair => ({
  source: column(source, `${source}1`),
  target: column(target, `${target}1`),
  ...{ hasSameName: false, optionCount: 7, matchingCount: 5 },
  ...given,
});

test.each([
  [7, 5, '5 of 7 options match'],
  [1, 1, '1 of 1 option match'],
  [0, 0, 'Same name, no options yet'],
])('a pair of %d options of which %d match says so', (optionCount, matchingCount, text) => {
  expect(pairText(pair('1', '2', { optionCount, matchingCount }))).toBe(text);
});

test('pairs are those that agree with what is chosen', () => {
  const pairs = [pair('1', '2'), pair('1', '3'), pair('4', '5')];
  expect(filterPairs(pairs, emptyAutomation)).toHaveLength(3);
  const sourceSheet = { id: '1', name: 'Clients' };
  expect(filterPairs(pairs, { ...emptyAutomation, sourceSheet })).toHaveLength(2);
  const targetSheet = { id: '3', name: 'Hours' };
  expect(filterPairs(pairs, { ...emptyAutomation, sourceSheet, targetSheet })).toEqual([pairs[1]]);
  expect(filterPairs(pairs, { ...emptyAutomation, sourceColumn: { id: '9', name: 'x' } })).toEqual([]);
});

test('pairs are called after the source that is chosen', () => {
  const sourceSheet = { id: '1', name: 'Clients' };
  expect(pairsTitle({ ...emptyAutomation, sourceSheet })).toBe('Likely pairs');
  const sourceColumn = { id: '2', name: 'Name' };
  expect(pairsTitle({ ...emptyAutomation, sourceSheet, sourceColumn })).toMatch(
    /^Dropdowns like .*Clients.* · .*Name/,
  );
});

test('a search says how far it is, where that is known', () => {
  expect(lookingText({ looked: 0, wanted: 1 })).toMatch(/^0 of 1 sheet so far\./);
  expect(lookingText(null)).toMatch(/^Looking through your sheets\./);
});

test('pairs of a chosen source are said to match it', () => {
  expect(pairsNote(emptyAutomation)).toMatch(/^Columns whose values match/);
  const chosen = { sourceSheet: { id: '1', name: 'Clients' }, sourceColumn: { id: '2', name: 'Name' } };
  expect(pairsNote({ ...emptyAutomation, ...chosen })).toBe('The source is chosen. These match it best.');
});

const found: LikelyPairs = {
  ...{ pairs: [], looked: 50, unread: 0, total: 50, stoppedBy: null },
  lookedAt: '2026-11-20T12:00:00.000Z',
};

test.each([
  [{}, null],
  [{ total: 51 }, 'Looked for in the 50 sheets that were changed last.'],
  [{ looked: 1, stoppedBy: 'smartsheet' }, 'Smartsheet asked for a pause after 1 sheet.'],
  [{ looked: 31, total: 48, stoppedBy: 'time' }, '31 of 48 sheets were looked at.'],
  [{ looked: 31, total: 48, stoppedBy: 'calls' }, '31 of 48 sheets were looked at.'],
] as const)('how far a search went is said where it did not see all: %o', (given, text) => {
  expect(searchLimit({ ...found, ...given })).toBe(text);
});
