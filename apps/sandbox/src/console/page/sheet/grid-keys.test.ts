import { describe, expect, test } from 'vitest';
import { asksToEdit, getDestination, selectRows } from './grid-keys.ts';

function key(name: string, { ctrlKey = false } = {}) {
  return { key: name, ctrlKey, metaKey: false };
}

describe('the keys of a spreadsheet', () => {
  const from = { at: { idx: 3, rowIdx: 5 }, rows: 20_000 };

  test.each([
    [key('Home'), { idx: 1, rowIdx: 5 }],
    [key('Home', { ctrlKey: true }), { idx: 1, rowIdx: 0 }],
    [key('ArrowUp', { ctrlKey: true }), { idx: 3, rowIdx: 0 }],
    [key('ArrowDown', { ctrlKey: true }), { idx: 3, rowIdx: 19_999 }],
    [key('ArrowDown'), null],
    [key('End'), null],
  ])('%o leads to %o', (pressed, place) => {
    expect(getDestination(pressed, from)).toEqual(place);
  });

  test('a letter, Enter and F2 ask for the editor; a shortcut does not', () => {
    expect(['a', ' ', 'Enter', 'F2'].filter((name) => asksToEdit(key(name)))).toHaveLength(4);
    expect(asksToEdit(key('c', { ctrlKey: true }))).toBe(false);
    expect(asksToEdit(key('ArrowLeft'))).toBe(false);
  });
});

describe('a press on the number of a row', () => {
  const ids = ['a', 'b', null, 'd', 'e'];

  test('selects the row, and takes it off again', () => {
    const once = selectRows(new Set(), { ids, at: 1, from: 1 });
    expect([...once]).toEqual(['b']);
    expect([...selectRows(once, { ids, at: 1, from: 1 })]).toEqual([]);
  });

  test.each([
    { from: 1, at: 4 },
    { from: 4, at: 1 },
  ])('selects with Shift every row that is here from $from to $at', ({ from, at }) => {
    expect([...selectRows(new Set(['a']), { ids, at, from })].toSorted()).toEqual(['a', 'b', 'd', 'e']);
  });
});
