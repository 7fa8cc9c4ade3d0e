import { expect, test } from 'vitest';
import { toCsvLine } from './csv.ts';

test('quotes every cell, and doubles the quotes in it', () => {
  expect(toCsvLine(['a "b", c', null, 'two\nlines'])).toBe('"a ""b"", c","","two\nlines"\r\n');
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '＝1+1', '＠SUM(A1)'])(
  'keeps a spreadsheet from running %j',
  (text) => {
    expect(toCsvLine([text])).toBe(`"'${text}"\r\n`);
  },
);

test.each([
  ['A key;=1+1', "A key;'=1+1"],
  ['A key;"=1+1"', `A key;'"=1+1"`],
  ['A key\n=1+1', "A key\n'=1+1"],
  ['A key;\t@SUM(A1)', "A key;'\t'@SUM(A1)"],
])('keeps a spreadsheet that separates cells by semicolons from running %j', (text, expected) => {
  expect(toCsvLine([text])).toBe(`"${expected.replaceAll('"', '""')}"\r\n`);
});

test('leaves a text alone that only contains such a sign', () => {
  expect(toCsvLine(['ada@clients.example', 'a=b'])).toBe('"ada@clients.example","a=b"\r\n');
});
