import { describe, expect, test } from 'vitest';
import type { Column, Row } from '../contract.d.ts';
import { changedCells, describeChange, optionChanges } from './difference.js';

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

function row(texts: Record<string, string>): Row {
  return {
    id: '1',
    number: 1,
    depth: 0,
    parent: false,
    cells: Object.fromEntries(Object.entries(texts).map(([id, text]) => [id, { value: text, text }])),
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

describe('the highlighted cells', () => {
  test('are those with another display text: changed, filled and emptied', () => {
    expect(
      changedCells(row({ a: 'one', b: 'same', c: 'gone' }), row({ a: 'two', b: 'same', d: 'new' })),
    ).toEqual(['a', 'c', 'd']);
  });
});
