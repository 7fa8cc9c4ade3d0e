import { expect, test } from 'vitest';
import { smartsheetIdField } from './fields.ts';

const taken = (id: unknown) => smartsheetIdField().safeParse(id).success;

test('an id of Smartsheet is a positive number of 64 bits, as text', () => {
  expect(['1', ' 4583173393803140 ', '9223372036854775807'].map(taken)).toEqual([true, true, true]);
  for (const wrong of [
    '0',
    '-1',
    '01',
    '1.5',
    '1e3',
    '9223372036854775808',
    '9'.repeat(60_000),
    '',
    1,
    null,
  ]) {
    expect(taken(wrong)).toBe(false);
  }
});
