import { describe, expect, test } from 'vitest';
import { choices, type Question } from './option.picker.js';
import { typedValue } from './text.editor.js';

function question(extra: Partial<Question>): Question {
  return {
    label: 'Edit Client, row 1',
    options: ['Meridian Bank', 'Marlow Foods', 'Café Noir'],
    chosen: [],
    several: false,
    free: false,
    initial: '',
    ...extra,
  };
}

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
