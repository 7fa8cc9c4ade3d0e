import { expect, test } from 'vitest';
import { automation } from '../../../testing/automations.ts';
import { preview, toList, toRenames } from '../../../testing/previews.ts';
import {
  cellsText,
  renamedCellsText,
  sumRenames,
  toNameAnswers,
  unknownNamesText,
  whyNamesText,
} from './rename-texts.ts';

const merge = { isMerge: true };
const renames = toRenames(
  ['Acme Ltd', 'Acme GmbH', 127],
  ['Eastgate Railways', 'Eastgate Rail', 19, { locked: 2 }],
  ['Halcyon Air', 'Halcyon Group', 8, merge],
  ['Halcyon Cargo', 'Halcyon Group', 5, merge],
);
const sums = (ticked: string[], mode: 'mirror' | 'keep_used' = 'mirror') =>
  sumRenames(renames.list, new Set(ticked), mode);
const nothingElse = preview({ renames, added: toList(), removed: toList() });

test('a ticked line changes its cells but the locked ones, and an unticked one is added and removed', () => {
  expect(sums(['Acme Ltd', 'Eastgate Railways'])).toEqual({
    renamed: 2,
    cells: 144,
    adds: ['Halcyon Group'],
    removes: ['Halcyon Air', 'Halcyon Cargo'],
    rowsLeft: 13,
  });
});

test('a name that one of two lines brings along is not added for the other', () => {
  expect(sums(['Acme Ltd', 'Eastgate Railways', 'Halcyon Air'])).toMatchObject({
    adds: [],
    removes: ['Halcyon Cargo'],
    rowsLeft: 5,
  });
});

test('a name that rows use is not removed where used options are kept', () => {
  expect(sums([], 'keep_used').removes).toEqual([]);
});

test('the answers say what they do, and follow the ticks', () => {
  const some = toNameAnswers(nothingElse, sums(['Acme Ltd', 'Eastgate Railways']));
  expect(some.approve).toBe('Rename 2 options');
  expect(some.approveText).toBe(
    'Changes 144 cells. It also adds Halcyon Group and removes Halcyon Air and Halcyon Cargo. 13 rows keep their text.',
  );
  expect(some.keepText).toBe(
    'Adds 3 new names and removes nothing. You are asked again when the source changes.',
  );
  const none = toNameAnswers(nothingElse, sums([]));
  expect(none.approve).toBe('Rename none');
  expect(none.approveText).toBe('It adds 3 names and removes 4 names. 159 rows keep their text.');
  const all = toNameAnswers(nothingElse, sums(renames.list.map(({ id }) => id)));
  expect(all.approveText).toBe('Changes 157 cells.');
});

test('a review of names tells what comes and goes beside them', () => {
  const more = preview({ renames, added: toList('Fjord Seafood'), removed: toList('Delphi', 'Umbra') });
  const all = toNameAnswers(more, sums(renames.list.map(({ id }) => id)));
  expect(all.approveText).toBe(
    'Changes 157 cells. It also adds 1 other new option and removes 2 other options.',
  );
});

test.each([
  [
    'more than five names',
    toRenames(...'abcdef'.split('').map((name) => [name, `${name}2`, 1] as [string, string, number])),
    'More than 5 names changed at once, so it may not be a rename at all.',
  ],
  ['too many rows', toRenames(['a', 'b', 101]), '101 rows use it, and you are asked above 100 rows.'],
  [
    'a merge',
    toRenames(['a', 'c', 1, merge], ['b', 'c', 1, merge]),
    'Two names became one, which could not be undone.',
  ],
  [
    'a merge in many rows',
    toRenames(['a', 'c', 100, merge], ['b', 'c', 1, merge]),
    'Two names became one, which could not be undone. 101 rows use them, and you are asked above 100 rows.',
  ],
])('it says why it asks: %s', (_what, given, text) => {
  expect(whyNamesText(automation({ renames: 'follow' }), preview({ renames: given }))).toBe(text);
});

test('cells that are locked do not count as changed', () => {
  expect(cellsText(renames, 'office@northwind.example')).toBe(
    '157 cells change. Their history in Smartsheet shows office@northwind.example.',
  );
  expect(cellsText(toRenames(['a', 'b', 1, { locked: 1 }]), 'x@y.example')).toBe('0 cells change.');
});

test('it says why nothing is known of names', () => {
  expect(unknownNamesText(preview({ renames }))).toBeNull();
  expect(unknownNamesText(preview())).toMatch(/^Which row has which name is known from the next sync on\./);
  const long = preview({ rows: { total: 6000, matching: 6000, valued: 5001 } });
  expect(unknownNamesText(long)).toMatch(/^More than 5,000 rows have a value/);
});

test.each([
  [{}, null],
  [{ renamed: 4, cellsRenamed: 162 }, '162 cells renamed'],
  [{ renamed: 1, cellsRenamed: 27, cellsLocked: 2 }, '27 of 29 cells renamed, 2 keep the old name'],
  [{ renamed: 1, cellsRenamed: 1, cellsLocked: 1 }, '1 of 2 cells renamed, 1 keeps the old name'],
])('a run with %j says "%s"', (run, text) => {
  expect(renamedCellsText(run)).toBe(text);
});
