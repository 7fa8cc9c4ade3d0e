import { describe, expect, test } from 'vitest';
import type { Column } from '../contract.ts';
import { describeChange, optionChanges } from './difference.ts';

function column(id: string, options: string[] | null): Column {
  return {
    id,
    title: `Column ${id}`,
    type: 'PICKLIST',
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
  };
}

describe("the changes of a dropdown's options", () => {
  test('are reported by column, as options added and removed', () => {
    const before = [column('a', ['Ann', 'Bo']), column('b', ['x'])];
    const after = [column('a', ['Bo', 'Cy', 'Di']), column('b', ['x'])];
    expect([...optionChanges(before, after)]).toEqual([['a', { added: ['Cy', 'Di'], removed: ['Ann'] }]]);
  });

  test('are empty when only the order differs', () => {
    expect(optionChanges([column('a', ['Ann', 'Bo'])], [column('a', ['Bo', 'Ann'])]).size).toBe(0);
  });

  test('count all options of a new column as added', () => {
    expect(optionChanges([], [column('a', ['Ann'])]).get('a')).toEqual({ added: ['Ann'], removed: [] });
  });

  test.each([
    [{ added: ['a'], removed: [] }, 'Client: 1 option added.'],
    [{ added: ['a', 'b'], removed: ['c'] }, 'Client: 2 options added, 1 removed.'],
    [{ added: [], removed: ['c'] }, 'Client: 1 option removed.'],
  ])('reads %o as %s', (change, sentence) => {
    expect(describeChange('Client', change)).toBe(sentence);
  });
});
