import type { Column, Sheet } from '@picksync/contracts';
import { expect, test } from 'vitest';
import { automation, sheets } from '../../../testing/automations.ts';
import { findLikelySheet, matchColumns } from './match-columns.ts';

const column = (id: string, title: string, selectable = true): Column => ({
  ...{ id, title, type: 'PICKLIST', options: [], selectable },
  reason: selectable ? null : 'The column is locked',
});
const one = (id: string, targetColumnName: string) => automation({ id, targetColumnName });
const matched = (...input: Parameters<typeof matchColumns>) => [...matchColumns(...input)];

test('an automation finds the column of its name, and the exact name first', () => {
  const columns = [column('1', 'client'), column('2', 'Client'), column('3', 'Vendor')];
  expect(matched([one('a', 'CLIENT'), one('b', 'Client'), one('c', 'Shift')], columns)).toEqual([
    ['a', '1'],
    ['b', '2'],
    ['c', null],
  ]);
});

test('a column is given once, and one that cannot be filled never', () => {
  const columns = [column('1', 'Client'), column('2', 'Vendor', false)];
  expect(matched([one('a', 'Client'), one('b', 'Client'), one('c', 'Vendor')], columns)).toEqual([
    ['a', '1'],
    ['b', null],
    ['c', null],
  ]);
});

const named = (...names: string[]): Sheet[] =>
  names.flatMap((name, place) =>
    sheets.slice(0, 1).map((sheet) => ({ ...sheet, id: String(place), name, writable: true })),
  );
const gone = (sheetName: string) =>
  automation({ sheetId: '900', sheetName, lastFailure: 'target_sheet_gone' });

test.each([
  ['Plant D', ['Plant A', 'Plant D 2027', 'Plant DX'], 'Plant D 2027'],
  ['Plant D', ['Plant D', 'Plant D 2027'], 'Plant D'],
  ['Plant D', ['Copy of plant d', 'Projects'], 'Copy of plant d'],
  ['Plant D', ['Plant D, east', 'Plant D, west'], undefined],
  ['Plant D', ['Projects', '***'], undefined],
  ['***', ['Projects'], undefined],
])('in place of the deleted sheet %s, of %j likely is %s', (deleted, names, likely) => {
  expect(findLikelySheet([gone(deleted), gone(deleted)], named(...names))?.name).toBe(likely);
});

test('no sheet is likely that cannot be written, and none in place of a sheet that is there', () => {
  const [first] = named('Plant D 2027');
  expect(findLikelySheet([gone('Plant D')], first ? [{ ...first, writable: false }] : [])).toBeNull();
  expect(findLikelySheet([automation({ sheetName: 'Plant D' })], named('Plant D 2027'))).toBeNull();
});
