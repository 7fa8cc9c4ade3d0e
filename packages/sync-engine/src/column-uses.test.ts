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
  expect(columnUses({ rows, columnId: '1' })).toEqual(
    new Map([
      ['a', 2],
      ['b', 1],
    ]),
  );
});
