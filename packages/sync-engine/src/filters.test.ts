import type { FilterOperator } from '@picksync/contracts';
import type { Cell } from '@picksync/smartsheet-client';
import { describe, expect, test } from 'vitest';
import { createRowFilter } from './filters.ts';
import { cell, choices, toRows } from './testing/rows.ts';

type Rule = [operator: FilterOperator, value?: string | null, columnId?: string];

const passes = (match: 'all' | 'any', rules: Rule[], ...cells: Cell[]) => {
  const filter = createRowFilter({
    match,
    rules: rules.map(([operator, value = null, columnId = '1']) => ({
      columnId,
      columnName: 'Column',
      operator,
      value,
    })),
  });
  return toRows(cells).every(filter);
};
const holds = (rule: Rule, ...cells: Cell[]) => passes('all', [rule], ...cells);

const money = cell('1', { value: 3303, displayValue: 'R3,303.00' });
const percent = cell('1', { value: 0.5, displayValue: '50%' });
const person = cell('1', { value: 'ann@example.com', displayValue: 'Ann Lee' });
const people = cell('1', {
  objectValue: { objectType: 'MULTI_CONTACT', values: [{ name: 'Ann Lee', email: 'ann@example.com' }] },
});

test.each<[Rule, Cell[], boolean]>([
  [['equals', 'open'], [cell('1', ' OPEN ')], true],
  [['equals', 'open'], [cell('1', 'opened')], false],
  [['equals', 'ETE\u0301'], [cell('1', 'et\u00e9')], true],
  [['contains', 'te\u0301'], [cell('1', '\u00c9T\u00c9')], true],
  [['equals', 'open'], [], false],
  [['equals', 'Green'], [choices('1', 'Red', 'Green')], true],
  [['equals', '3303'], [money], true],
  [['equals', 'r3,303.00'], [money], true],
  [['equals', '3303.00'], [money], true],
  [['equals', ''], [cell('1', 0)], false],
  [['equals', '50%'], [percent], true],
  [['equals', '0.5'], [percent], true],
  [['equals', 'ann lee'], [person], true],
  [['equals', 'ANN@example.com'], [person], true],
  [['equals', 'ann@example.com'], [people], true],
  [['equals', '2026-11-22'], [cell('1', '2026-11-22')], true],
  [['equals', 'true'], [cell('1', true)], true],
  [['equals', '1'], [cell('1', true)], false],
  [['not_equals', 'open'], [cell('1', 'Open')], false],
  [['not_equals', 'open'], [cell('1', 'closed')], true],
  [['not_equals', 'open'], [], true],
  [['not_equals', 'Green'], [choices('1', 'Red', 'Green')], false],
  [['contains', 'OPE'], [cell('1', 'reopened')], true],
  [['contains', 'x'], [cell('1', 'reopened')], false],
  [['contains', 'x'], [], false],
  [['contains', '303'], [money], true],
  [['contains', 'null'], [cell('1', { value: null })], false],
  [['contains', 'red, green'], [{ ...choices('1', 'Red', 'Green'), value: 'Red, Green' }], false],
  [['is_blank'], [], true],
  [['is_blank'], [cell('1', ' \u200b')], true],
  [['is_blank'], [choices('1')], true],
  [['is_blank'], [cell('1', 0)], false],
  [['is_blank'], [cell('1', '#NO MATCH')], false],
  [['is_not_blank'], [cell('1', 'x')], true],
  [['is_not_blank'], [], false],
  [['is_checked'], [cell('1', true)], true],
  [['is_checked'], [cell('1', false)], false],
  [['is_checked'], [], false],
  [['greater', '3000'], [money], true],
  [['greater', '3303'], [money], false],
  [['greater', '0.4'], [percent], true],
  [['greater', '9'], [cell('1', '10')], true],
  [['greater', '9'], [cell('1', '10 pieces')], false],
  [['greater', '-1'], [], false],
  [['greater', '-1'], [cell('1', ' ')], false],
  [['greater', '0'], [cell('1', true)], false],
  [['less', '4000'], [money], true],
  [['less', '4000'], [], false],
  [['less', '3303'], [money], false],
  [['less', '3000'], [money], false],
  [['less', '0'], [cell('1', -0.5)], true],
  [['before', '2026-11-22'], [cell('1', '2026-11-21')], true],
  [['before', '2026-11-22'], [cell('1', '2026-11-22')], false],
  [['before', '2026-11-22'], [], false],
  [['before', '2026-11-22'], [cell('1', 'a day')], false],
  [['before', '2026-11-22'], [cell('1', 'on 2026-11-21')], false],
  [['after', '2026-11-22'], [cell('1', '2026-11-23T00:10:00Z')], true],
  [['after', '2026-11-22'], [cell('1', '2026-11-22T23:10:00Z')], false],
  [['after', '2026-11-22'], [cell('1', '10000-01-01')], false],
])('%j of %j: %s', (rule, cells, expected) => {
  expect(holds(rule, ...cells)).toBe(expected);
});

describe('filters with several rules', () => {
  const rules: Rule[] = [
    ['equals', 'open', '1'],
    ['is_checked', null, '2'],
  ];

  test('all rules have to hold, or any of them, whatever the order of the cells', () => {
    const both = [cell('2', true), cell('1', 'open')];
    const one = [cell('2', true)];
    expect([passes('all', rules, ...both), passes('any', rules, ...both)]).toEqual([true, true]);
    expect([passes('all', rules, ...one), passes('any', rules, ...one)]).toEqual([false, true]);
    expect([passes('all', rules), passes('any', rules)]).toEqual([false, false]);
  });
});

test('every row passes without filters', () => {
  expect(toRows([], [money]).every(createRowFilter(null))).toBe(true);
});

test('a cell that nobody understands is not compared', () => {
  expect(() => holds(['is_blank'], cell('1', { objectValue: { objectType: 'UNKNOWN' } }))).toThrow(
    'a cell of unknown shape',
  );
});
