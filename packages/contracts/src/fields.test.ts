import { expect, test } from 'vitest';
import { foreignName, requiredText, smartsheetIdField } from './fields.ts';

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

test('a text that has to be given is one that can be seen', () => {
  const schema = requiredText({ message: 'Please give a name', max: 20 });
  for (const text of ['x', '\ue000', '\u{1faef}', '👩‍👩‍👧‍👦', 'שלום', 'one\ntwo', '\u200b!'])
    expect(schema.safeParse(text).success, text).toBe(true);
  for (const text of ['', '  ', '\u200b', '\u202e\u2066', '\u0007', '\u00ad \ufeff'])
    expect(schema.safeParse(text).error?.issues[0]?.message).toBe('Please give a name');
  expect(foreignName({ message: 'Name', max: 20 }).safeParse('\u200b').success, 'of a column').toBe(true);
});
