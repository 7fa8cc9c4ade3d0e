import { expect, test } from 'vitest';
import { pluralize } from './pluralize.ts';

test('a number has its noun, in the singular for one alone, and separators between thousands', () => {
  expect([0, 1, 31, 1200].map((count) => pluralize(count, 'option'))).toEqual([
    '0 options',
    '1 option',
    '31 options',
    '1,200 options',
  ]);
  expect(pluralize(2, 'match', 'matches')).toBe('2 matches');
});
