import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { SettingsError } from '@picksync/process';
import { expect, test } from 'vitest';
import { readConfig, settings } from './config.ts';

const complete = {
  DATABASE_URL: 'postgres://picksync:secret@localhost:5432/picksync',
  SEALING_KEYS: `k1:${randomBytes(32).toString('base64')}`,
  SECRET: randomBytes(32).toString('base64'),
  PUBLIC_URL: 'https://picksync.example/',
};

const problem = (environment: Record<string, string>) => {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof SettingsError) return error.message;
  }
  throw new Error('the settings were taken');
};

test('a start in production is refused without the app of Smartsheet', () => {
  const production = { ...complete, NODE_ENV: 'production' };
  expect(problem(production)).toMatch(
    /SMARTSHEET_CLIENT_ID is missing: .*SMARTSHEET_CLIENT_SECRET is missing: /,
  );
  const app = { SMARTSHEET_CLIENT_ID: 'id', SMARTSHEET_CLIENT_SECRET: 'hidden' };
  expect(readConfig({ ...production, ...app })).toMatchObject({ smartsheet: { credentials: {} } });
});

test('the settings that must be given are enough', () => {
  expect(readConfig(complete)).toMatchObject({
    port: 3001,
    host: '127.0.0.1',
    logLevel: 'info',
    smartsheet: {
      credentials: undefined,
      callbackBase: 'https://picksync.example',
      maxOptions: 500,
      source: { organization: 'Picksync', application: 'Picksync' },
    },
    syncConcurrency: 8,
  });
});

const standIn = { SMARTSHEET_API_BASE: 'http://127.0.0.1:4010/2.0' };

test.each([
  ['PUBLIC_URL', 'http://picksync.example', {}],
  ['SECRET', 'x'.repeat(64), {}],
  ['SEALING_KEYS', `k:${Buffer.alloc(32).toString('base64')}`, {}],
  ['OUTGOING_WEBHOOK_TARGETS', 'anywhere', {}],
  ['OUTGOING_WEBHOOK_TARGETS', 'anywhere', { ...standIn, POSTMARK_TOKEN: 'real' }],
  ['OUTGOING_WEBHOOK_TARGETS', 'anywhere', { ...standIn, PAYPAL_CLIENT_ID: 'real' }],
])('the unsafe %s=%s is refused in one sentence', (name, value, providers) => {
  const unsafe = { ...complete, PUBLIC_URL: 'http://localhost:3000', ...providers, [name]: value };
  expect(problem(unsafe)).toMatch(
    new RegExp(`^The settings are not complete: ${name} [^;\\n]+ See .env.example.$`),
  );
});

test('callbacks go where they are told to, else to the public address', () => {
  const { smartsheet } = readConfig({ ...complete, SMARTSHEET_CALLBACK_BASE: 'http://127.0.0.1:3000/' });
  expect(smartsheet.callbackBase).toBe('http://127.0.0.1:3000');
});

test('calls name the organization and the application that the operator sets', () => {
  const names = { SMARTSHEET_SOURCE_ORGANIZATION: 'Northwind', SMARTSHEET_SOURCE_APPLICATION: ' Lists ' };
  const { smartsheet } = readConfig({ ...complete, ...names });
  expect(smartsheet.source).toEqual({ organization: 'Northwind', application: 'Lists' });
  const wrong = { ...complete, SMARTSHEET_SOURCE_ORGANIZATION: 'Northwind, Inc.' };
  expect(problem(wrong)).toContain('SMARTSHEET_SOURCE_ORGANIZATION is a name of at most 100 plain letters');
});

test('the error names every missing or wrong setting in one line and shows no value', () => {
  const message = problem({ ...complete, DATABASE_URL: 'mysql://root:hunter2@db', SYNC_CONCURRENCY: 'many' });
  expect(message).toContain('DATABASE_URL is a postgres:// address');
  expect(message).toContain('SYNC_CONCURRENCY is a number of connections');
  expect(message).not.toContain('\n');
  expect(message).not.toMatch(/hunter2|many/);
});

test('keys that seal nothing are refused at the start, without showing them', () => {
  const message = problem({ ...complete, SEALING_KEYS: 'k1:AAAA' });
  expect(message).toContain('SEALING_KEYS is a list of name:key');
  expect(message).not.toContain('AAAA');
});

test('an empty value counts as not given', () => {
  expect(readConfig({ ...complete, SMARTSHEET_MAX_OPTIONS: '' }).smartsheet.maxOptions).toBe(500);
  expect(problem({ ...complete, SECRET: '' })).toContain('SECRET');
});

test('.env.example explains every setting', () => {
  const example = readFileSync(new URL('../../../.env.example', import.meta.url), 'utf8');
  const explained = [...example.matchAll(/^#? ?([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name);
  expect(explained).toEqual(expect.arrayContaining(Object.keys(settings.shape)));
});
