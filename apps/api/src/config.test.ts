import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { SettingsError } from '@picksync/process';
import { expect, test } from 'vitest';
import { readConfig, settings } from './config.ts';

const complete = {
  PUBLIC_URL: 'https://picksync.example/',
  TRUST_PROXY: 'loopback',
  DATABASE_URL: 'postgres://picksync:secret@localhost:5432/picksync',
  SEALING_KEYS: `k1:${randomBytes(32).toString('base64')}`,
  SECRET: randomBytes(32).toString('base64'),
  POSTMARK_TOKEN: 'token',
};

const problem = (environment: Record<string, string>) => {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof SettingsError) return error.message;
  }
  throw new Error('the settings were taken');
};

test('the settings that must be given are enough', () => {
  expect(readConfig(complete)).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    publicOrigin: 'https://picksync.example',
    trustProxy: ['loopback'],
    mail: { from: 'Picksync <no-reply@picksync.example>' },
  });
});

test('reports missing and wrong settings in one line that names them all and shows no value', () => {
  const message = problem({ ...complete, DATABASE_URL: 'mysql://root:hunter2@db', SECRET: 'short' });
  expect(message).toContain('DATABASE_URL is a postgres:// address');
  expect(message).toContain('SECRET is a random text of at least 32 characters');
  expect(message).not.toContain('\n');
  expect(message).not.toMatch(/hunter2|short\b/);
});

test('a start in production is refused without what users need, in one line that names all of it', () => {
  const production = { ...complete, NODE_ENV: 'production', SUPPORT_EMAIL: ' ' };
  for (const name of ['SMARTSHEET_CLIENT_ID', 'MAIL_FROM', 'SUPPORT_EMAIL'])
    expect(problem(production)).toContain(`${name} is missing: in production`);
  const given = {
    SMARTSHEET_CLIENT_ID: 'id',
    SMARTSHEET_CLIENT_SECRET: 'hidden',
    MAIL_FROM: 'a@clients.example',
    SUPPORT_EMAIL: 'b@clients.example',
  };
  expect(readConfig({ ...production, ...given })).toMatchObject({ supportEmail: 'b@clients.example' });
});

test.each([
  ['PUBLIC_URL', 'http://picksync.example'],
  ['SECRET', 'x'.repeat(64)],
  ['SEALING_KEYS', `k:${Buffer.alloc(32).toString('base64')}`],
  ['TRUST_PROXY', '0.0.0.0/1,128.0.0.0/1'],
  ['OUTGOING_WEBHOOK_TARGETS', 'anywhere'],
])('the unsafe %s=%s is refused in one sentence', (name, value) => {
  expect(problem({ ...complete, [name]: value })).toMatch(
    new RegExp(`^The settings are not complete: ${name} [^;\\n]+ See .env.example.$`),
  );
});

test('an empty value counts as not given', () => {
  expect(readConfig({ ...complete, LOG_LEVEL: '', WEB_DIST: ' ' })).toMatchObject({ logLevel: 'info' });
  expect(problem({ ...complete, SECRET: '' })).toContain('SECRET');
});

test('the public address is an origin', () => {
  expect(problem({ ...complete, PUBLIC_URL: 'https://picksync.example/app' })).toContain('PUBLIC_URL');
});

test('proxies are trusted by their addresses, not by their number', () => {
  expect(readConfig({ ...complete, TRUST_PROXY: 'loopback, 10.0.0.0/8' }).trustProxy).toEqual([
    'loopback',
    '10.0.0.0/8',
  ]);
  expect(problem({ ...complete, TRUST_PROXY: 'true' })).toContain('TRUST_PROXY');
});

test.each(['loopback', '10.1.2.3', '10.0.0.0/8, fd00::/8', '::1', '192.0.2.7/32'])(
  'proxies may be named as %s',
  (addresses) => {
    const { trustProxy } = readConfig({ ...complete, TRUST_PROXY: addresses });
    expect(trustProxy).toEqual(addresses.split(', '));
  },
);

test.each([
  '1',
  '2',
  'abc',
  '10.0.0',
  '127.1',
  '10.0.0.0/33',
  '::/129',
  '0.0.0.0/0',
  '::/0',
  '1.2.3.4:80',
  'loopback, 1',
])(
  'TRUST_PROXY=%s names no proxies: a number is an address to some, and everybody is nobody’s proxy',
  (TRUST_PROXY) => {
    expect(problem({ ...complete, TRUST_PROXY })).toContain('TRUST_PROXY is false, direct, or the addresses');
  },
);

test.each([
  '0.0.0.0/1, 128.0.0.0/1',
  '0.0.0.0/1',
  '10.0.0.0/5',
  '1.0.0.0/8, 2.0.0.0/8, 3.0.0.0/8, 4.0.0.0/8, 5.0.0.0/8',
  '::/1, 8000::/1',
  '2000::/3',
  '::ffff:0:0/96',
  '::/64',
  'loopback, ::ffff:128.0.0.0/97',
])('TRUST_PROXY=%s is refused: callers in it could choose their own address', (proxies) => {
  const message = problem({ ...complete, TRUST_PROXY: proxies });
  expect(message).toContain('TRUST_PROXY trusts so many addresses that callers could choose their own');
  expect(message).not.toMatch(/\n|;/);
});

test.each(['10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16, fc00::/7', '104.16.0.0/13, 2400:cb00::/32'])(
  'networks of proxies may be as large as %s',
  (addresses) => {
    expect(readConfig({ ...complete, TRUST_PROXY: addresses }).trustProxy).toEqual(addresses.split(', '));
  },
);

test('a sealing key that nobody made at random is refused, unless it only opens what is old', () => {
  const [zeros, ones] = [0, 1].map((byte) => Buffer.alloc(32, byte).toString('base64'));
  for (const keys of [`k:${zeros}`, `k:${ones}`, `k:${zeros},${complete.SEALING_KEYS}`]) {
    const message = problem({ ...complete, SEALING_KEYS: keys });
    expect(message).toContain('SEALING_KEYS begins with a key that is not random');
    expect(message).not.toContain('AAAA');
  }
  const { sealingKeys } = readConfig({ ...complete, SEALING_KEYS: `${complete.SEALING_KEYS},k:${zeros}` });
  expect(sealingKeys.map(({ id }) => id)).toEqual(['k1', 'k']);
});

test('an https address whose proxies are not named is refused, so that no caller uses up the limits of all', () => {
  for (const proxies of ['', 'false']) {
    const message = problem({ ...complete, TRUST_PROXY: proxies });
    expect(message).toContain('TRUST_PROXY has to name the proxies behind an https PUBLIC_URL');
    expect(message).not.toContain('\n');
  }
  expect(readConfig({ ...complete, TRUST_PROXY: 'direct' }).trustProxy).toBe(false);
});

test('an http address needs no proxy', () => {
  const direct = { ...complete, PUBLIC_URL: 'http://localhost:3000', TRUST_PROXY: '' };
  expect(readConfig(direct).trustProxy).toBe(false);
  expect(readConfig({ ...direct, TRUST_PROXY: '10.0.0.0/8' }).trustProxy).toEqual(['10.0.0.0/8']);
});

test('half of the registration with Smartsheet is refused, an empty one is not', () => {
  const none = { ...complete, SMARTSHEET_CLIENT_ID: '', SMARTSHEET_CLIENT_SECRET: '' };
  expect(readConfig(none).smartsheet.clientId).toBeUndefined();
  const secret = problem({ ...none, SMARTSHEET_CLIENT_ID: 'registered' });
  expect(secret).toContain('SMARTSHEET_CLIENT_SECRET is missing: an id and a secret belong together');
  expect(problem({ ...none, SMARTSHEET_CLIENT_SECRET: 'hidden' })).not.toContain('hidden');
});

const standIns = { SMARTSHEET_API_BASE: 'http://127.0.0.1:4010/2.0', POSTMARK_HOST: '127.0.0.1:4010' };

test('a payment provider is offered when its id and its secret are given, and half of a set is refused in one line', () => {
  expect(readConfig(complete).payments).toEqual({ paypal: undefined, razorpay: undefined });
  const paypal = {
    PAYPAL_CLIENT_ID: 'id',
    PAYPAL_CLIENT_SECRET: 'hidden',
    PAYPAL_WEBHOOK_ID: '8PT597110X687430L',
  };
  expect(readConfig({ ...complete, ...paypal }).payments).toEqual({
    paypal: {
      clientId: 'id',
      clientSecret: 'hidden',
      apiBase: 'https://api-m.paypal.com',
      webhookId: '8PT597110X687430L',
      timeoutMs: 10_000,
    },
    razorpay: undefined,
  });
  const razorpay = {
    RAZORPAY_KEY_ID: 'rzp_live_1',
    RAZORPAY_KEY_SECRET: 'hidden',
    PAYMENT_TIMEOUT_MS: '5000',
  };
  expect(readConfig({ ...complete, ...razorpay }).payments.razorpay).toEqual({
    keyId: 'rzp_live_1',
    keySecret: 'hidden',
    apiBase: 'https://api.razorpay.com',
    webhookSecret: undefined,
    timeoutMs: 5000,
  });
  for (const [set, name] of [
    [paypal, 'PAYPAL_CLIENT_ID'],
    [paypal, 'PAYPAL_CLIENT_SECRET'],
    [razorpay, 'RAZORPAY_KEY_ID'],
    [razorpay, 'RAZORPAY_KEY_SECRET'],
  ] as const) {
    const message = problem({ ...complete, ...set, [name]: '' });
    expect(message).toContain(`${name} is missing: an id and a secret belong together`);
    expect(message).not.toMatch(/\n|hidden/);
  }
  expect(problem({ ...complete, RAZORPAY_WEBHOOK_SECRET: 'a-long-enough-secret' })).toContain(
    'RAZORPAY_KEY_ID is missing',
  );
});

test('a stand-in for a payment provider is refused where anything is real, PayPal’s own sandbox is not', () => {
  const sandbox = { ...complete, PAYPAL_CLIENT_ID: 'id', PAYPAL_CLIENT_SECRET: 'hidden' };
  const { payments } = readConfig({ ...sandbox, PAYPAL_API_BASE: 'https://api-m.sandbox.paypal.com/' });
  expect(payments.paypal?.apiBase).toBe('https://api-m.sandbox.paypal.com');
  for (const name of ['PAYPAL_API_BASE', 'RAZORPAY_API_BASE']) {
    const standIn = { ...sandbox, [name]: 'http://127.0.0.1:4010/paypal' };
    expect(problem(standIn)).toContain(`${name} is only for a start in which the sandbox stands in`);
    expect(() => readConfig({ ...standIn, ...standIns })).not.toThrow();
  }
});

test('demo logins are refused where a provider is real', () => {
  const demo = { ...complete, DEMO_PASSWORD: 'Spruce-Harbor-42' };
  expect(readConfig({ ...demo, ...standIns }).demoPassword).toBe('Spruce-Harbor-42');
  for (const real of Object.keys(standIns)) {
    const message = problem({ ...demo, ...standIns, [real]: '' });
    expect(message).toContain('DEMO_PASSWORD is only for a start in which the sandbox stands in');
    expect(message).not.toContain('Spruce');
  }
  const providers = [
    { given: { PAYPAL_CLIENT_ID: 'id', PAYPAL_CLIENT_SECRET: 's' }, standIn: 'PAYPAL_API_BASE' },
    { given: { RAZORPAY_KEY_ID: 'id', RAZORPAY_KEY_SECRET: 's' }, standIn: 'RAZORPAY_API_BASE' },
    { given: { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 's' }, standIn: 'GOOGLE_API_BASE' },
    { given: { MICROSOFT_CLIENT_ID: 'id', MICROSOFT_CLIENT_SECRET: 's' }, standIn: 'MICROSOFT_API_BASE' },
  ];
  for (const { given, standIn } of providers) {
    const beside = { ...demo, ...standIns, ...given };
    expect(problem(beside)).toContain('DEMO_PASSWORD is only for a start in which the sandbox stands in');
    expect(() => readConfig({ ...beside, [standIn]: 'http://127.0.0.1:4010/x' })).not.toThrow();
  }
  const playMoney = { ...providers[0]?.given, PAYPAL_API_BASE: 'https://api-m.sandbox.paypal.com' };
  expect(problem({ ...demo, ...standIns, ...playMoney })).toContain('DEMO_PASSWORD is only for');
});

test('the inbox of the sandbox is refused where the mail provider is real', () => {
  const inbox = { ...complete, SANDBOX_INBOX: 'http://localhost:4010/#/inbox' };
  expect(readConfig({ ...inbox, POSTMARK_HOST: '127.0.0.1:4010' }).sandboxInbox).toBe(inbox.SANDBOX_INBOX);
  expect(problem(inbox)).toContain('SANDBOX_INBOX is only for a start in which the sandbox stands in');
});

test('a stand-in for the mail provider may be given as host and port', () => {
  const { mail } = readConfig({ ...complete, POSTMARK_HOST: '127.0.0.1:4010' });
  expect(mail.host).toBe('http://127.0.0.1:4010');
});

test('reads the seller from settings, ends address lines at a semicolon, and takes a rate as a percentage', () => {
  const seller = {
    SELLER_NAME: 'Northwind Ltd',
    SELLER_ADDRESS: '1 Harbor Street; Dublin;',
    TAX_PERCENT: '7.7',
  };
  expect(readConfig({ ...complete, ...seller }).seller).toEqual({
    name: 'Northwind Ltd',
    address: ['1 Harbor Street', 'Dublin'],
    email: null,
    taxNumber: null,
    country: null,
    state: null,
    taxPercent: 7.7,
  });
  expect(readConfig({ ...complete, TAX_PERCENT: '0' }).seller).toMatchObject({
    name: null,
    taxPercent: null,
  });
  for (const rate of ['-1', '100', '19%', '1e1'])
    expect(problem({ ...complete, TAX_PERCENT: rate })).toContain('TAX_PERCENT');
});

test('a seller in India has a state, and no other seller', () => {
  const indian = { ...complete, SELLER_COUNTRY: 'IN', SELLER_STATE: 'Karnataka' };
  expect(readConfig(indian).seller).toMatchObject({ country: 'IN', state: 'Karnataka' });
  expect(readConfig({ ...complete, SELLER_COUNTRY: 'DE' }).seller).toMatchObject({
    country: 'DE',
    state: null,
  });
  expect(problem({ ...complete, SELLER_COUNTRY: 'IN' })).toContain('SELLER_STATE is missing');
  expect(problem({ ...complete, SELLER_STATE: 'Goa' })).toContain(
    'SELLER_STATE is only for a seller in India',
  );
  expect(problem({ ...indian, SELLER_STATE: 'Bavaria' })).toContain('SELLER_STATE is a state of India');
  for (const code of ['de', 'XX', 'Germany'])
    expect(problem({ ...complete, SELLER_COUNTRY: code })).toContain(
      'SELLER_COUNTRY is the code of a country',
    );
});

test('.env.example explains every setting, and as it stands leaves every optional one at its default', () => {
  const example = readFileSync(new URL('../../../.env.example', import.meta.url), 'utf8');
  const explained = [...example.matchAll(/^#? ?([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name);
  expect(explained).toEqual(expect.arrayContaining(Object.keys(settings.shape)));

  const asCopied = Object.fromEntries(Object.entries(parseEnv(example)).filter(([, value]) => value));
  expect(() => readConfig({ ...complete, ...asCopied })).not.toThrow();
});
