import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../testing/programs.mjs';
import { readDotenv, readDotenvFile } from './dotenv.mjs';

test('a dotenv file gives its names and values', () => {
  const text = '# a comment\n\nPORT=4000\nexport NAME="two words" # why\nKEY="first\nsecond"\nEMPTY=\n';
  expect(readDotenv(text)).toEqual({ PORT: '4000', NAME: 'two words', KEY: 'first\nsecond', EMPTY: '' });
});

test('a dotenv file from Windows is read as any other', () => {
  expect(readDotenv('\uFEFFPORT=4000\r\nNAME="two words"\r\n')).toEqual({ PORT: '4000', NAME: 'two words' });
});

test('a line that says nothing is refused by its number', () => {
  expect(() => readDotenv('PORT=4000\nthis is not a setting\n')).toThrow(
    '.env, line 2: not of the form NAME=value',
  );
});

test('a quotation mark that is not closed is refused by its line', () => {
  expect(() => readDotenv('PORT=4000\nNAME="two words\nOTHER=1\n')).toThrow(
    '.env, line 2: the quotation mark',
  );
});

test('a file that is not there says nothing, unless it was asked for', () => {
  const file = join(temporaryFolder(), '.env');
  expect(readDotenvFile(file, { mayBeMissing: true })).toEqual({});
  expect(() => readDotenvFile(file, { mayBeMissing: false })).toThrow('(ENOENT)');
});
