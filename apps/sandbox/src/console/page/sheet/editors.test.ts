import { describe, expect, test } from 'vitest';
import { dropdownSymbols } from '../../../smartsheet/columns/symbols.ts';
import type { Column } from '../contract.ts';
import { choices, chosenInOrder, pastedValue, type Question, typedValue } from './cell-values.ts';
import { symbolValues } from './column-kind.ts';

function question(extra: Partial<Question>): Question {
  return {
    options: ['Meridian Bank', 'Marlow Foods', 'Café Noir'],
    several: false,
    free: false,
    ...extra,
  };
}

const column = (type: Column['type'], options: string[] | null = null): Column => ({
  id: '1',
  title: 'Client',
  type,
  width: 150,
  primary: false,
  options,
  validation: false,
  locked: false,
  hidden: false,
  symbol: null,
  systemColumnType: null,
  formula: null,
  contactOptions: [],
});

describe('the options offered', () => {
  test('are all at first, then those that contain the typed text in any case', () => {
    expect(choices(question({}), '')).toHaveLength(3);
    expect(choices(question({}), 'MAR')).toEqual(['Marlow Foods']);
  });

  test('end with the typed text where the column accepts free text', () => {
    expect(choices(question({ free: true }), ' Noir ')).toEqual(['Café Noir', 'Noir']);
    expect(choices(question({ free: true }), 'Café Noir')).toEqual(['Café Noir']);
    expect(choices(question({ free: false }), 'Atlantis')).toEqual([]);
  });
});

describe('typed text', () => {
  test.each([
    ['42', 42],
    ['-7.5', -7.5],
    ['007', '007'],
    ['1e5', '1e5'],
    ['12 apples', '12 apples'],
    ['99999999999999999999', '99999999999999999999'],
  ])('%s becomes %o', (typed, value) => {
    expect(typedValue(typed)).toBe(value);
  });
});

describe('a column of symbols', () => {
  test.each(Object.entries(dropdownSymbols))('%s offers all its values, in their order', (symbol, values) => {
    expect(symbolValues({ ...column('PICKLIST'), symbol })).toEqual(values);
  });
});

describe('the selection', () => {
  test('stands in the order of the options, with what is none of them at the end', () => {
    expect(chosenInOrder(['a', 'b', 'c'], new Set(['else', 'c', 'a']))).toEqual(['a', 'c', 'else']);
  });
});

describe('pasted text', () => {
  test.each<[Column['type'], string, unknown]>([
    ['TEXT_NUMBER', '42\tnext cell', 42],
    ['TEXT_NUMBER', ' Ann \nnext row', ' Ann '],
    ['PICKLIST', ' Ann ', 'Ann'],
    ['PICKLIST', '\n', null],
  ])('%s takes the first cell of %j as %o', (type, text, value) => {
    expect(pastedValue(column(type), text)).toBe(value);
  });

  test('fills a dropdown of several values with a line or a part each, unless it is one option', () => {
    const several = column('MULTI_PICKLIST', ['Ann, senior', 'Bo']);
    expect(pastedValue(several, 'Ann\nBo')).toEqual(['Ann', 'Bo']);
    expect(pastedValue(several, 'Bo, Cy')).toEqual(['Bo', 'Cy']);
    expect(pastedValue(several, 'Ann, senior')).toEqual(['Ann, senior']);
  });
});
