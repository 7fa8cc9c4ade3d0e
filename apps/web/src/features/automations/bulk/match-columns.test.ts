import type { Column } from '@picksync/contracts';
import { expect, test } from 'vitest';
import { automation } from '../../../testing/automations.ts';
import { matchColumns } from './match-columns.ts';

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
