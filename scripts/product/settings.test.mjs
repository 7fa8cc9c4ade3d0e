import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../root.mjs';
import { readSettings } from './settings.mjs';

const read = (env) => readSettings({ ENV_FILE: '/dev/null', ...env });

test.each(['three', '0', '70000', '3000.5', '-1'])('a port that is no port (%s) is refused', (port) => {
  expect(() => read({ PORT: port })).toThrow(
    `PORT is "${port}", which is not a port. Use a number from 1 to 65535.`,
  );
});

test('the product and the sandbox cannot share a port', () => {
  expect(() => read({ PORT: '4010' })).toThrow('PORT and SANDBOX_PORT are the same');
});

test('an address of a database that is none is refused without being repeated', () => {
  expect(() => read({ DATABASE_URL: 'mysql://root:hunter2@db/x' })).toThrow(
    /^(?!.*hunter2)DATABASE_URL is not an address/,
  );
  for (const url of ['postgresql://db/x', 'postgresql://u:p@one:5432,two:5432/x'])
    expect(read({ DATABASE_URL: url }).databaseUrl).toBe(url);
});

test('an owner of the database is refused without the database', () => {
  expect(() => read({ DATABASE_OWNER_URL: 'postgres://owner@db/x' })).toThrow('without DATABASE_URL');
});

test('the sandbox starts only while credentials are missing', () => {
  expect(read({})).toMatchObject({ sandbox: true, demo: true });
  expect(read({ SMARTSHEET_CLIENT_ID: 'id' })).toMatchObject({ sandboxSmartsheet: false, sandbox: true });
  expect(read({ SMARTSHEET_CLIENT_ID: 'id', POSTMARK_TOKEN: 'token' }).sandbox).toBe(false);
});

test('demo logins are made only where nothing is real', () => {
  expect(read({ SMARTSHEET_CLIENT_ID: 'id' }).demo).toBe(false);
  expect(read({ POSTMARK_TOKEN: 'token' }).demo).toBe(false);
  expect(read({ DATABASE_URL: 'postgres://db/x' }).demo).toBe(false);
  for (const id of ['PAYPAL_CLIENT_ID', 'RAZORPAY_KEY_ID', 'GOOGLE_CLIENT_ID', 'MICROSOFT_CLIENT_ID'])
    expect(read({ [id]: 'id' })).toMatchObject({ demo: false, sandbox: true });
});

test('the sandbox stands in for what is not given, and for sign-ins and payments only where Smartsheet and mail are not real', () => {
  const further = ['Google', 'Microsoft', 'PayPal', 'Razorpay'];
  expect(read({}).standIns).toEqual(['Smartsheet', 'the mail provider', ...further]);
  expect(read({ GOOGLE_CLIENT_ID: 'id', RAZORPAY_KEY_ID: 'id' }).standIns).toEqual([
    'Smartsheet',
    'the mail provider',
    'Microsoft',
    'PayPal',
  ]);
  expect(read({ POSTMARK_TOKEN: 'token' }).standIns).toEqual(['Smartsheet']);
  expect(read({ SMARTSHEET_CLIENT_ID: 'id' }).standIns).toEqual(['the mail provider']);
});

test('a production start names what is missing in place of the sandbox', () => {
  const env = { NODE_ENV: 'production', SMARTSHEET_CLIENT_ID: 'id' };
  expect(() => read(env)).toThrow('Set SMARTSHEET_CLIENT_SECRET and POSTMARK_TOKEN, see .env.example.');
  expect(read({ ...env, SMARTSHEET_CLIENT_SECRET: 's', POSTMARK_TOKEN: 't' }).sandbox).toBe(false);
});

test('an untouched copy of .env.example changes nothing', () => {
  const copied = readSettings({ ENV_FILE: '.env.example' });
  const { ENV_FILE: _, ...env } = copied.env;
  expect({ ...copied, env }).toEqual({ ...read({}), env: { PORT: '3000' } });
});

test('a relative data folder lies in the project', () => {
  expect(read({ DATA_DIR: 'elsewhere' }).dataDir).toBe(join(root, 'elsewhere'));
});
