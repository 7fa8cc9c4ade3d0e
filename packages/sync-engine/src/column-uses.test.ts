import { expect, test } from 'vitest';
import { columnUses } from './column-uses.ts';
import { cell, choices, toRows } from './testing/rows.ts';

test('a row uses each of its choices once, and no cell of another column counts', () => {
  const rows = toRows(
    [cell('2', 'a'), choices('1', 'a', 'b', 'a')],
    [cell('1', ' a ')],
    [cell('2', 'c')],
    [cell('1', '')],
  );
  expect(columnUses({ rows, column: { id: '1', type: 'MULTI_PICKLIST' } })).toEqual(
    new Map([
      ['a', 2],
      ['b', 1],
    ]),
  );
});

test('a cell of contacts uses each of them, whatever they are called there', () => {
  const ann = { name: 'Ann', email: 'ann@b.example' };
  const rows = toRows(
    [cell('1', { objectValue: { objectType: 'MULTI_CONTACT', values: [ann, { name: 'Bo', email: null }] } })],
    [
      cell('1', {
        value: 'ann@b.example',
        displayValue: 'Ann',
        objectValue: { objectType: 'CONTACT', ...ann },
      }),
    ],
  );
  expect(columnUses({ rows, column: { id: '1', type: 'MULTI_CONTACT_LIST' } })).toEqual(
    new Map([
      ['Ann <ann@b.example>', 2],
      ['Bo', 1],
    ]),
  );
});
