import { expect, test } from 'vitest';
import { productEnvironments } from './environments.mjs';
import { readSettings } from './settings.mjs';

const secrets = {
  SEALING_KEYS: 'local:key',
  SECRET: 'secret',
  SANDBOX_CLIENT_SECRET: 'client-secret',
  DATABASE_PASSWORD: 'database-password',
  DEMO_PASSWORD: 'demo-password',
};

const environments = (env) =>
  productEnvironments({
    settings: readSettings({ ENV_FILE: '/dev/null', ...env }),
    secrets,
    database: { url: 'postgres://local', ownerUrl: 'postgres://owner' },
    healthPort: 5000,
  });

test('every provider is the sandbox without credentials', () => {
  const { api, worker, sandbox } = environments({ PORT: '3100', SANDBOX_PORT: '4100' });
  const standIn = {
    SMARTSHEET_API_BASE: 'http://127.0.0.1:4100/2.0',
    SMARTSHEET_CALLBACK_BASE: 'http://127.0.0.1:3100',
    SMARTSHEET_CLIENT_SECRET: 'client-secret',
    POSTMARK_HOST: '127.0.0.1:4100',
    GOOGLE_API_BASE: 'http://127.0.0.1:4100/google',
    MICROSOFT_AUTHORIZE_BASE: 'http://localhost:4100/microsoft/common/oauth2/v2.0/authorize',
  };
  expect(api.SANDBOX_INBOX).toBe('http://localhost:4100/#/inbox');
  expect(api.MAILS_PER_HOUR).toBe('1000');
  expect(api).toMatchObject({ ...standIn, PORT: '3100', DATABASE_URL: 'postgres://local' });
  expect(worker).toMatchObject({ ...standIn, PORT: '5000' });
  expect(sandbox).toMatchObject({ PORT: '4100', CLIENT_SECRET: 'client-secret' });
});

test('Vite has the address of the product in development, and the API one of its own', () => {
  const settings = readSettings({ ENV_FILE: '/dev/null', PORT: '3100' });
  const { api, web, sandbox } = productEnvironments({
    settings: { ...settings, apiPort: 5001, isDevelopment: true },
    secrets,
    database: { url: 'postgres://local', ownerUrl: 'postgres://owner' },
    healthPort: 5000,
  });
  expect(web).toMatchObject({ PORT: '3100', API_ORIGIN: 'http://127.0.0.1:5001' });
  expect(api).toMatchObject({
    PORT: '5001',
    PUBLIC_URL: 'http://localhost:3100',
    SMARTSHEET_CALLBACK_BASE: 'http://127.0.0.1:5001',
  });
  expect(api).not.toHaveProperty('WEB_DIST');
  expect(sandbox.PAYPAL_WEBHOOK_URL).toBe('http://127.0.0.1:5001/api/subscription/paypal/webhook');
  expect(web).not.toHaveProperty('SECRET');
});

test('nothing leads to the sandbox with credentials', () => {
  const { api } = environments({
    SMARTSHEET_CLIENT_ID: 'id',
    SMARTSHEET_CLIENT_SECRET: 's',
    POSTMARK_TOKEN: 't',
  });
  expect(api).toMatchObject({ SMARTSHEET_CLIENT_ID: 'id', POSTMARK_TOKEN: 't' });
  for (const name of ['SMARTSHEET_API_BASE', 'SMARTSHEET_AUTHORIZE_BASE', 'POSTMARK_HOST', 'SANDBOX_INBOX'])
    expect(api).not.toHaveProperty(name);
});

test('Google and Microsoft are the sandbox only where Smartsheet and the mails are too', () => {
  expect(environments({ POSTMARK_TOKEN: 't' }).api).not.toHaveProperty('GOOGLE_API_BASE');
  expect(environments({ PUBLIC_URL: 'https://picksync.example' }).sandbox.SIGN_IN_REDIRECT_URIS).toBe(
    'https://picksync.example/api/auth/google/callback,https://picksync.example/api/auth/microsoft/callback',
  );
  const { api } = environments({ GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 's' });
  expect(api).not.toHaveProperty('GOOGLE_API_BASE');
  expect(api.MICROSOFT_CLIENT_SECRET).toBe('client-secret');
});

test('PayPal and Razorpay are the sandbox only where nothing is real, and it knows whom to tell', () => {
  const { api, sandbox } = environments({ PORT: '3100', SANDBOX_PORT: '4100', RAZORPAY_KEY_ID: 'mine' });
  expect(api).toMatchObject({
    PAYPAL_API_BASE: 'http://127.0.0.1:4100/paypal',
    PAYPAL_CLIENT_SECRET: 'client-secret',
    RAZORPAY_KEY_ID: 'mine',
  });
  expect(sandbox).toMatchObject({
    PAYPAL_CLIENT_SECRET: 'client-secret',
    PAYPAL_WEBHOOK_ID: api.PAYPAL_WEBHOOK_ID,
    PAYPAL_WEBHOOK_URL: 'http://127.0.0.1:3100/api/subscription/paypal/webhook',
    POSTMARK_WEBHOOK_URL: 'http://127.0.0.1:3100/api/webhooks/postmark',
    POSTMARK_WEBHOOK_PASSWORD: api.POSTMARK_WEBHOOK_PASSWORD,
  });
  for (const name of ['RAZORPAY_WEBHOOK_URL', 'RAZORPAY_KEY_SECRET'])
    expect(sandbox).not.toHaveProperty(name);
  expect(environments({ POSTMARK_TOKEN: 't' }).api).not.toHaveProperty('PAYPAL_API_BASE');
});

test('the stand-in for Postmark knows the token and the sender', () => {
  const { api, sandbox } = environments({ MAIL_FROM: 'Picksync <hello@clients.example>' });
  expect(sandbox).toMatchObject({
    POSTMARK_SERVER_TOKEN: api.POSTMARK_TOKEN,
    POSTMARK_SENDERS: 'hello@clients.example',
  });
});

test('outgoing webhooks reach this machine only where nothing is real', () => {
  const { api, worker } = environments({});
  expect([api, worker].map((env) => env.OUTGOING_WEBHOOK_TARGETS)).toEqual(['anywhere', 'anywhere']);
  const real = ['SMARTSHEET_CLIENT_ID', 'POSTMARK_TOKEN', 'PAYPAL_CLIENT_ID', 'MICROSOFT_CLIENT_ID'];
  for (const name of real)
    expect(environments({ [name]: 'mine' }).api).not.toHaveProperty('OUTGOING_WEBHOOK_TARGETS');
});

test('a setting of the person wins over a default', () => {
  const { api } = environments({ SECRET: 'mine', PUBLIC_URL: 'https://picksync.example' });
  expect(api).toMatchObject({
    SECRET: 'mine',
    PUBLIC_URL: 'https://picksync.example',
    SEALING_KEYS: 'local:key',
  });
});

test('the sandbox and the worker listen on this machine alone', () => {
  const { api, worker, sandbox } = environments({ HOST: '0.0.0.0' });
  expect([api.HOST, worker.HOST, sandbox.HOST]).toEqual(['0.0.0.0', '127.0.0.1', '127.0.0.1']);
});

test('the owner of the database is known to the migrations alone', () => {
  const given = { DATABASE_URL: 'postgres://local', DATABASE_OWNER_URL: 'postgres://owner' };
  const { migrate, api, worker, sandbox } = environments(given);
  expect(migrate).toMatchObject({ DATABASE_URL: 'postgres://local', DATABASE_OWNER_URL: 'postgres://owner' });
  for (const env of [api, worker, sandbox]) expect(Object.values(env)).not.toContain('postgres://owner');
});

test('the password of the demo logins reaches the API, and only where nothing is real', () => {
  const { api, worker, sandbox } = environments({});
  expect(api.DEMO_PASSWORD).toBe('demo-password');
  for (const env of [worker, sandbox]) expect(env).not.toHaveProperty('DEMO_PASSWORD');
  const real = [
    { SMARTSHEET_CLIENT_ID: 'id', SMARTSHEET_CLIENT_SECRET: 's' },
    { POSTMARK_TOKEN: 't' },
    { DATABASE_URL: 'postgres://mine/x' },
  ];
  for (const env of real)
    expect(environments({ ...env, DEMO_PASSWORD: 'mine' }).api).not.toHaveProperty('DEMO_PASSWORD');
});

test('the sandbox gets no secret of the product', () => {
  const given = {
    SECRET: 'mine',
    SEALING_KEYS: 'k:mine',
    DATABASE_URL: 'postgres://mine/x',
    POSTMARK_TOKEN: 'mine',
    PAYPAL_CLIENT_SECRET: 'mine',
  };
  const { sandbox } = environments(given);
  expect(Object.keys(given).filter((name) => sandbox[name] === given[name])).toEqual([]);
});
