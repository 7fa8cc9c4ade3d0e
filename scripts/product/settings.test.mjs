import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../toolchain.mjs';
import { readDotenv, readSettings } from './settings.mjs';

const read = (env) => readSettings(env, 'no-such-file');

test('a dotenv file gives its names and values', () => {
  expect(readDotenv('# a comment\n\nPORT=4000\nexport NAME="two words"\nKEY="first\nsecond"\n')).toEqual({
    PORT: '4000',
    NAME: 'two words',
    KEY: 'first\nsecond',
  });
});

test('a line of a dotenv file that says nothing is refused by its number', () => {
  expect(() => readDotenv('PORT=4000\nthis is not a setting\n')).toThrow('.env, line 2');
});

test('a port that is no port is refused with what to do', () => {
  expect(() => read({ PORT: 'three' })).toThrow('PORT is "three", which is not a port.');
  expect(() => read({ PORT: '70000' })).toThrow('Use a number from 1 to 65535.');
});

test('the product and the sandbox cannot share a port', () => {
  expect(() => read({ PORT: '4010' })).toThrow('PORT and SANDBOX_PORT are the same');
});

test('without credentials the sandbox stands in, with all of them it is not started', () => {
  expect(read({}).sandbox).toBe(true);
  expect(read({ SMARTSHEET_CLIENT_ID: 'id' }).sandboxSmartsheet).toBe(false);
  expect(read({ SMARTSHEET_CLIENT_ID: 'id', POSTMARK_TOKEN: 'token' }).sandbox).toBe(false);
});

test('an untouched copy of .env.example changes nothing', () => {
  const copied = readSettings({}, join(root, '.env.example'));
  expect(copied).toEqual({ ...read({}), env: { PORT: '3000' } });
});
