import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRowReader, readRows } from './rows.wire.ts';

const readCell = (cell: object) => readRows([{ id: 1, cells: [{ columnId: 2, ...cell }] }])[0]?.cells[0];

describe('a cell', () => {
  test.each([
    ['a checkbox with a plain true beside it', { value: true, objectValue: true }, true],
    ['a checkbox with an object', { objectValue: { objectType: 'CHECKBOX', value: true } }, true],
    ['a checkbox with nothing but a plain false', { objectValue: false }, false],
    [
      'a date',
      { value: '2026-11-21', objectValue: { objectType: 'DATE', value: '2026-11-21' } },
      '2026-11-21',
    ],
    ['text with the same text as an object', { value: 'a', displayValue: 'a', objectValue: 'a' }, 'a'],
  ])('with %s is its value', (_what, cell, value) => {
    expect(readCell(cell)).toMatchObject({ value, objectValue: null });
  });

  test('keeps what is shown beside its number when it has a format', () => {
    expect(readCell({ value: 3303, displayValue: 'R3,303.00' })).toMatchObject({
      value: 3303,
      displayValue: 'R3,303.00',
    });
  });

  test.each([
    ['a list as a value', { value: ['a'] }],
    ['an object as a value', { value: { text: 'a' } }],
    ['a number as what is shown', { value: 1, displayValue: 1 }],
    [
      'a kind nobody has heard of',
      { displayValue: 'a', objectValue: { objectType: 'RATING', values: ['a'] } },
    ],
    ['an object without a kind', { objectValue: { values: ['a'] } }],
    ['a list for an object', { objectValue: ['a'] }],
    ['choices that are no list', { objectValue: { objectType: 'MULTI_PICKLIST', values: 'a' } }],
    [
      'a choice that is an object',
      { objectValue: { objectType: 'MULTI_PICKLIST', values: ['a', { text: 'b' }] } },
    ],
    ['a contact that is a text', { objectValue: { objectType: 'MULTI_CONTACT', values: ['ada@x.org'] } }],
    ['a contact without name and address', { objectValue: { objectType: 'MULTI_CONTACT', values: [{}] } }],
  ])('with %s has an unknown shape', (_what, cell) => {
    expect(readCell(cell)?.objectValue).toEqual({ objectType: 'UNKNOWN' });
  });

  test('never loses a choice: all of them come, or the cell has an unknown shape', () => {
    const values = fc.array(
      fc.oneof(
        fc.string(),
        fc.integer(),
        fc.boolean(),
        fc.constant(null),
        fc.dictionary(fc.string(), fc.string()),
      ),
    );
    fc.assert(
      fc.property(values, (choices) => {
        const read = readCell({
          objectValue: { objectType: 'MULTI_PICKLIST', values: choices },
        })?.objectValue;
        if (read?.objectType === 'MULTI_PICKLIST') expect(read.values).toEqual(choices.map(String));
        else expect(read).toEqual({ objectType: 'UNKNOWN' });
      }),
    );
  });
});

test.each([
  ['no object', 'row'],
  ['null', null],
  ['without an id', { cells: [] }],
  ['without cells', { id: 1 }],
  ['with cells that are no list', { id: 1, cells: {} }],
  ['with a cell of no column', { id: 1, cells: [{ value: 'a' }] }],
])('a row that is %s is reported', (_what, row) => {
  let unreadable = 0;
  const read = createRowReader({
    onUnreadable: () => {
      unreadable += 1;
    },
  });
  expect(read([row, { id: 2, cells: [] }])).toHaveLength(1);
  expect(unreadable).toBe(1);
});
