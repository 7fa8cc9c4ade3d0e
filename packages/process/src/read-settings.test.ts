import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import * as z from 'zod';
import {
  databaseConfig,
  databaseSettings,
  httpOrigin,
  port,
  readSettings,
  SettingsError,
  secretSettings,
} from './read-settings.ts';

const settings = z.object({
  PORT: port(3000),
  ...databaseSettings,
  PUBLIC_URL: httpOrigin,
  ...secretSettings,
});
const complete = {
  DATABASE_URL: 'postgres://picksync:secret@localhost:5432/picksync',
  PUBLIC_URL: 'https://picksync.example/',
  SECRET: '9f2c71d04be8a6530c1d9e47f8b2a6c1',
};

test('settings that are not given have their default, and an address loses the slash at its end', () => {
  expect(readSettings(settings, complete)).toEqual({
    ...complete,
    OTHER_SECRETS: [],
    DATABASE_POOL_SIZE: 10,
    DATABASE_TIMEOUT_MS: 25_000,
    PORT: 3000,
    PUBLIC_URL: 'https://picksync.example',
  });
});

test('the settings of the database are grouped under the names that opening one takes', () => {
  const { DATABASE_URL: url } = complete;
  expect(databaseConfig(readSettings(settings, complete))).toEqual({
    url,
    poolSize: 10,
    answerTimeoutMs: 25_000,
  });
  const small = { ...complete, DATABASE_POOL_SIZE: '1', DATABASE_TIMEOUT_MS: '999' };
  expect(() => readSettings(settings, small)).toThrow(/DATABASE_POOL_SIZE.*DATABASE_TIMEOUT_MS/);
});

test('an empty value counts as not given', () => {
  expect(readSettings(settings, { ...complete, PORT: ' ' }).PORT).toBe(3000);
});

test('the error names every missing or wrong setting in one line that shows no value', () => {
  const wrong = { ...complete, DATABASE_URL: 'mysql://root:hunter2@db', SECRET: 'short', PORT: 'many' };
  let message = '';
  try {
    readSettings(settings, wrong);
  } catch (error) {
    expect(error).toBeInstanceOf(SettingsError);
    message = String((error as Error).message);
  }
  expect(message).toBe(
    'The settings are not complete: PORT is a port number; DATABASE_URL is a postgres:// address; SECRET is a random text of at least 32 characters. See .env.example.',
  );
});

test.each([
  'x'.repeat(32),
  'abcdefgh'.repeat(4),
  'secret'.repeat(6),
  `${'random'.repeat(5)}ra`,
  `${'x'.repeat(27)}abcdef`,
  'change-me-change-me-change-me-123',
  '0101101001101100101101001101100101',
])('refuses the secret %s, which nobody has made at random', (text) => {
  const take = () => readSettings(settings, { ...complete, SECRET: text });
  expect(take).toThrow('SECRET is not random: make one with openssl rand -base64 32. See .env.example.');
});

test('takes every secret that was made at random', () => {
  for (let tries = 0; tries < 1000; tries += 1) {
    for (const secret of [randomBytes(16).toString('hex'), randomBytes(32).toString('base64')])
      expect(readSettings(settings, { ...complete, SECRET: secret }).SECRET).toBe(secret);
  }
});

test('reads other secrets as a list, and refuses one that nobody has made at random', () => {
  const [one, other] = [randomBytes(32).toString('base64'), randomBytes(16).toString('hex')];
  const { OTHER_SECRETS } = readSettings(settings, { ...complete, OTHER_SECRETS: `${one}, ${other}` });
  expect(OTHER_SECRETS).toEqual([one, other]);
  const poor = { ...complete, OTHER_SECRETS: `${one},${'secret'.repeat(6)}` };
  expect(() => readSettings(settings, poor)).toThrow(/OTHER_SECRETS.*is not random/);
});

test.each([
  'postgresql://u:p@a:5432,b:5432/picksync',
  'postgresql://u:p@a:5432,b:5432/picksync?target_session_attrs=read-write',
])('takes a database with two hosts: %s', (url) => {
  expect(databaseConfig(readSettings(z.object(databaseSettings), { DATABASE_URL: url })).url).toBe(url);
});

test.each([
  ['postgresql://u:p@a:5432,/picksync', 'DATABASE_URL is a postgres:// address'],
  ['postgresql://u:p@a:1,b:many/picksync', 'DATABASE_URL is a postgres:// address'],
  [
    'postgresql://u:p@a,b/picksync?target_session_attrs=prefer-standby',
    'DATABASE_URL takes target_session_attrs=read-write only: every process writes',
  ],
])('refuses %s: %s', (url, sentence) => {
  const read = () => readSettings(z.object(databaseSettings), { DATABASE_URL: url });
  expect(read).toThrow(sentence);
});
