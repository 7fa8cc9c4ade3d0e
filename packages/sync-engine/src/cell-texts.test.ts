import type { Cell } from '@picksync/smartsheet-client';
import { describe, expect, test } from 'vitest';
import { cellTexts, isBlank, normaliseText } from './cell-texts.ts';

const empty: Cell = {
  columnId: '1',
  value: null,
  displayValue: null,
  objectValue: null,
  hasFormula: false,
  isLinked: false,
};
const cell = (fields: Partial<Cell>): Cell => ({ ...empty, ...fields });

describe('normaliseText', () => {
  test.each([
    ['  Acme  ', 'Acme', 'outer spaces go'],
    ['Acme \t\n Corp', 'Acme Corp', 'inner whitespace becomes one space'],
    ['Acme\u00a0Corp', 'Acme Corp', 'a no-break space is a space'],
    ['Cafe\u0301', 'Caf\u00e9', 'accents are composed'],
    ['a,b; c', 'a,b; c', 'punctuation stays'],
    ['👩‍👩‍👧', '👩‍👩‍👧', 'joined emoji stay joined'],
  ])('%j becomes %j: %s', (raw, text) => {
    expect(normaliseText(raw)).toBe(text);
  });
});

test('texts that are taken for normal without a closer look are normal, whatever stands beside what', () => {
  const slowly = (text: string) => text.normalize('NFC').replace(/\s+/gu, ' ').trim();
  const wrong: string[] = [];
  let before = 'a';
  for (let code = 1; code < 0xffff; code += 1) {
    const character = String.fromCharCode(code);
    for (const text of [character, `${before}${character}`, `a ${character} b`])
      if (normaliseText(text) !== slowly(text)) wrong.push(code.toString(16));
    before = character;
  }
  expect(wrong).toEqual([]);
});

test.each(['', ' ', '\u200b', '\u200b \ufeff', '\u0000'])('%j shows nothing, so it is blank', (text) => {
  expect(isBlank(text)).toBe(true);
});

describe('cellTexts', () => {
  test.each([
    ['a text', cell({ value: 'Acme', displayValue: 'Acme' }), ['Acme']],
    ['a number as it is shown', cell({ value: 1200.5, displayValue: '$1,200.50' }), ['$1,200.50']],
    ['a number without a display value', cell({ value: 7 }), ['7']],
    ['a checkbox', cell({ value: true }), ['true']],
    ['a date in ISO form', cell({ value: '2026-11-21' }), ['2026-11-21']],
    ['a contact by name', cell({ value: 'ann@example.com', displayValue: 'Ann Lee' }), ['Ann Lee']],
    ['an empty cell', empty, []],
    [
      'every choice of a multi-select cell, commas inside a choice included',
      cell({
        displayValue: 'Red, Green, blue',
        objectValue: { objectType: 'MULTI_PICKLIST', values: ['Red', 'Green, blue'] },
      }),
      ['Red', 'Green, blue'],
    ],
    [
      'every person of a multi-contact cell, by address where the name is missing',
      cell({
        objectValue: {
          objectType: 'MULTI_CONTACT',
          values: [
            { name: 'Ann Lee', email: 'ann@example.com' },
            { name: ' ', email: 'bo@example.com' },
            { name: null, email: null },
          ],
        },
      }),
      ['Ann Lee', 'bo@example.com'],
    ],
  ])('gives %s', (_what, given, texts) => {
    expect(cellTexts(given)).toEqual(texts);
  });
});
