import type { Automation, Column, Sheet } from '@picksync/contracts';
import { expect, test } from 'vitest';
import { automation, sheets } from '../../../testing/automations.ts';
import { canFill, findLikelySheet, listWanted, matchColumns } from './match-columns.ts';

const column = (id: string, title: string, selectable = true): Column => ({
  ...{ id, title, type: 'PICKLIST', options: [], selectable },
  reason: selectable ? null : 'The column is locked',
});
const one = (id: string, targetColumnName: string) => automation({ id, targetColumnName });
const matched = (automations: readonly Automation[], columns: readonly Column[]) => [
  ...matchColumns(listWanted(automations, 'target'), columns, {
    canTake: (each, { automations: [first] }) => canFill(each, first),
    isShared: false,
  }),
];

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

test('automations that read one column want it together, and several columns may become one', () => {
  const reads = (id: string, sourceColumnId: string, sourceColumnName: string) =>
    automation({ id, sourceSheetId: '1', sourceColumnId, sourceColumnName });
  const wanted = listWanted(
    [reads('a', '7', 'Client'), reads('b', '8', 'client'), reads('c', '7', 'Client')],
    'source',
  );
  expect(wanted.map(({ automations }) => automations.map(({ id }) => id))).toEqual([['a', 'c'], ['b']]);
  const matches = matchColumns(wanted, [column('1', 'CLIENT', false)], {
    canTake: () => true,
    isShared: true,
  });
  expect([...matches]).toEqual([
    ['1/7', '1'],
    ['1/8', '1'],
  ]);
});

const named = (...names: string[]): Sheet[] =>
  names.flatMap((name, place) => sheets.slice(0, 1).map((sheet) => ({ ...sheet, id: String(place), name })));
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
  expect(findLikelySheet([gone(deleted), gone(deleted)], named(...names), 'target')?.name).toBe(likely);
});

test('a deleted source has a likely sheet too, and a deleted column is looked for in its own sheet', () => {
  const from = (lastFailure: Automation['lastFailure']) =>
    automation({ sourceSheetId: '1', sourceSheetName: 'Clients', lastFailure });
  const find = (lastFailure: Automation['lastFailure']) =>
    findLikelySheet([from(lastFailure), from(lastFailure)], named('Clients 2027', 'Clients'), 'source')?.name;
  expect([find('source_sheet_gone'), find('report_gone')]).toEqual(['Clients 2027', 'Clients 2027']);
  expect([find('source_column_gone'), find('source_no_right')]).toEqual(['Clients', undefined]);
});

test('no sheet is likely in place of a sheet that is there', () => {
  const there = automation({ sheetName: 'Plant D' });
  expect(findLikelySheet([there], named('Plant D 2027'), 'target')).toBeNull();
});
