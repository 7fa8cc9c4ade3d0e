import fc from 'fast-check';
import { expect, test } from 'vitest';
import { longestCopyBytes, readCopyFile, toCopyFile, toCopyName } from './copy-file.ts';

test('the file of a list has the title of its column, then one option per line, as they are', () => {
  const options = [
    'Aldergrove Dairy',
    'Bergström & Söner',
    '"Calloway, Press"',
    '=SUM(A1)',
    ' edge',
    'two\nlines',
  ];
  const file = toCopyFile({ title: 'Client', options });
  expect(file).toBe(
    '\uFEFFClient\r\nAldergrove Dairy\r\nBergström & Söner\r\n"""Calloway, Press"""\r\n=SUM(A1)\r\n" edge"\r\n"two\nlines"\r\n',
  );
  expect(readCopyFile(file)).toEqual(options);
});

test('any list comes back from its file as it was', () => {
  const text = fc.string({ unit: 'grapheme' }).map((one) => one.toWellFormed());
  const list = fc.array(fc.oneof(text, fc.constantFrom('"', '""', ',', '\r\n', '\uFEFF', '', "'", '-1')));
  fc.assert(
    fc.property(text, list, (title, options) => {
      const bytes = new TextEncoder().encode(toCopyFile({ title, options }));
      const read = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
      expect(readCopyFile(read)).toEqual(options);
    }),
  );
});

test.each(['', '\uFEFF', 'a', 'a\r\n"b\r\n', 'a,b\r\n', 'a\nb\n'])('%j is no file of ours', (file) => {
  expect(readCopyFile(file)).toBeNull();
});

test.each([
  ['Client', 'Picksync Client 2026-11-21 09.42.csv'],
  ['../../etc/passwd', 'Picksync .. .. etc passwd 2026-11-21 09.42.csv'],
  ['A "b": <c>|\u0000?', 'Picksync A b c 2026-11-21 09.42.csv'],
  ['Kunden…', 'Picksync Kunden… 2026-11-21 09.42.csv'],
  [' \n', 'Picksync list 2026-11-21 09.42.csv'],
  ['x'.repeat(90), `Picksync ${'x'.repeat(60)} 2026-11-21 09.42.csv`],
])('the file for the column %j is called %j', (title, name) => {
  const at = new Date('2026-11-21T08:42:31Z');
  expect(toCopyName({ title, at, timeZone: 'Europe/Berlin' })).toBe(name);
});

test.each(['€', '"', '\u{1f600}'])(
  'the longest list of %j that Smartsheet takes can be read back',
  (character) => {
    const option = character.repeat(4_000 / character.length);
    const options = Array.from({ length: 500 }, (_value, n) => `${n}${option}`.slice(0, 4_000));
    const file = toCopyFile({ title: character.repeat(50), options });
    expect(Buffer.byteLength(file)).toBeLessThan(longestCopyBytes);
  },
);
