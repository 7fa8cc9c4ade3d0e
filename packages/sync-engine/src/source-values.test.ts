import type { AutomationSettings } from '@picksync/contracts';
import { defaultSettings } from '@picksync/contracts';
import type { Cell, Column, Row } from '@picksync/smartsheet-client';
import { describe, expect, test } from 'vitest';
import { findFirstRows, sourceValues } from './source-values.ts';
import { cell, choices, toRows } from './testing/rows.ts';

const read = (
  rows: Row[],
  settings: Partial<AutomationSettings> = {},
  type: Column['type'] = 'TEXT_NUMBER',
) => sourceValues({ rows, column: { id: '1', type }, settings: { ...defaultSettings, ...settings } });

const ofCells = (...cells: Cell[]) => read(toRows(...cells.map((one) => [cell('9', 'other column'), one])));
const texts = (...values: string[]) => toRows(...values.map((value) => [cell('1', value)]));

test('values are found in the first row that has each and counts', () => {
  const rows = toRows(
    [cell('1', 'a; b'), cell('2', 'no')],
    [cell('1', 'b ;c'), cell('2', 'yes')],
    [cell('1', 'b'), cell('2', 'yes')],
  );
  const rule = { columnId: '2', columnName: 'Active', operator: 'equals', value: 'yes' } as const;
  const filters = { match: 'all', rules: [rule] } as const satisfies AutomationSettings['filters'];
  const input = { rows, column: { id: '1', type: 'TEXT_NUMBER' } as const };
  const settings = { ...defaultSettings, splitValues: ';', filters };
  const found = findFirstRows(new Set(['b', 'c', 'a']), { ...input, settings });
  const [, second] = rows;
  expect([...found]).toEqual([
    ['b', second?.rowNumber],
    ['c', second?.rowNumber],
  ]);
});

describe('the values of a column', () => {
  test('keep the order of the rows and repeats, without blanks', () => {
    expect(read(texts('b ', '', ' \u200b', 'a', 'b'))).toEqual({
      values: ['b', 'a', 'b'],
      blanks: 2,
      withoutAddress: 0,
      formulaErrors: 0,
      filteredOut: [],
      rows: { total: 5, matching: 5, valued: 3 },
    });
  });

  test('cells that are missing from the answer are blank', () => {
    expect(read(toRows([], []))).toMatchObject({ values: [], blanks: 2 });
  });

  test.each([
    '#NO MATCH',
    '#REF',
    '#CIRCULAR REFERENCE',
    '#INVALID DATA TYPE',
    '#INVALID COLUMN VALUE',
    '#UNSUPPORTED CROSS-SHEET FORMULA',
    '#DIVIDE BY ZERO',
    '#BLOCKED',
  ])('%s never becomes an option and is counted', (error) => {
    const found = ofCells(cell('1', { value: error, hasFormula: true }), cell('1', 'a'));
    expect(found).toMatchObject({ values: ['a'], formulaErrors: 1, blanks: 0 });
  });

  test.each(['#1 priority', '#NEW', '#invalid', '# REF', '#INVALIDATED'])(
    '%s is a text like any other',
    (text) => {
      expect(ofCells(cell('1', text))).toMatchObject({ values: [text], formulaErrors: 0 });
    },
  );
});

describe('splitting', () => {
  const split = (separator: string, ...cells: Cell[]) =>
    read(toRows(...cells.map((one) => [one])), { splitValues: separator }).values;

  test('a text becomes its parts, without blank ones', () => {
    expect(split(';', cell('1', 'Red; Green;;  blue '), cell('1', 'Red'))).toEqual([
      'Red',
      'Green',
      'blue',
      'Red',
    ]);
  });

  test('a line break can be the separator', () => {
    expect(split('\n', cell('1', 'Red\r\nGreen\nlight blue'))).toEqual(['Red', 'Green', 'light blue']);
  });

  test('a separator is found however its accents are composed', () => {
    expect(split('e\u0301', cell('1', 'Red\u00e9Green'))).toEqual(['Red', 'Green']);
    expect(split('\u00e9', cell('1', 'Rede\u0301Green'))).toEqual(['Red', 'Green']);
  });

  test('a number stays whole, whatever is shown of it', () => {
    expect(split(',', cell('1', { value: 1200.5, displayValue: '$1,200.50' }))).toEqual(['$1,200.50']);
  });

  test('a formula error is one, also where the separator stands in it', () => {
    const rows = texts('#UNSUPPORTED CROSS-SHEET FORMULA');
    expect(read(rows, { splitValues: '-' })).toMatchObject({ values: [], formulaErrors: 1 });
  });

  test('the choices of a multi-select cell are separate without it, commas inside a choice included', () => {
    expect(ofCells(choices('1', 'Red', 'Travel, EU')).values).toEqual(['Red', 'Travel, EU']);
    expect(split(',', choices('1', 'Red', 'Travel, EU'))).toEqual(['Red', 'Travel, EU']);
  });

  test.each(['CONTACT_LIST', 'DATE'] as const)('a value of a %s column is never split', (type) => {
    const rows = toRows([cell('1', { value: 'x-y', displayValue: 'Lee-Ann' })]);
    expect(read(rows, { splitValues: '-' }, type).values).toEqual(['Lee-Ann']);
  });
});

describe('labels', () => {
  const labelTemplate = {
    template: '{1} – {2}',
    columns: [
      { columnId: '1', columnName: 'Client' },
      { columnId: '2', columnName: 'City' },
    ],
  };
  const labels = (...rows: Cell[][]) => read(toRows(...rows), { labelTemplate });

  test('replace the text of the source column', () => {
    const found = labels([cell('1', 'Acme '), cell('2', ' Berlin')], [cell('2', 'Rome'), cell('1', 'Bolt')]);
    expect(found.values).toEqual(['Acme – Berlin', 'Bolt – Rome']);
  });

  test('leave out a blank part, and a row without a value in the source column', () => {
    expect(labels([cell('1', 'Acme')], [cell('2', 'Rome')])).toMatchObject({ values: ['Acme'], blanks: 1 });
  });

  test('are not made of a formula error', () => {
    expect(labels([cell('1', 'Acme'), cell('2', '#NO MATCH')])).toMatchObject({
      values: [],
      formulaErrors: 1,
      blanks: 0,
    });
  });

  test('are one for each choice of the source column; several choices elsewhere stand together', () => {
    const found = labels([choices('1', 'Acme', 'Bolt'), choices('2', 'Rome', 'Oslo')]);
    expect(found.values).toEqual(['Acme – Rome, Oslo', 'Bolt – Rome, Oslo']);
  });
});

describe('filters', () => {
  const filters = {
    match: 'all' as const,
    rules: [{ columnId: '2', columnName: 'Active', operator: 'is_checked' as const, value: null }],
  };

  test('leave rows out and say which values go with them, each once', () => {
    const rows = toRows(
      [cell('1', 'a'), cell('2', true)],
      [cell('1', 'a')],
      [cell('1', 'b')],
      [cell('1', 'b'), cell('2', false)],
      [cell('2', true)],
      [],
    );
    expect(read(rows, { filters })).toEqual({
      values: ['a'],
      withoutAddress: 0,
      filteredOut: ['b'],
      blanks: 1,
      formulaErrors: 0,
      rows: { total: 6, matching: 2, valued: 1 },
    });
  });
});
