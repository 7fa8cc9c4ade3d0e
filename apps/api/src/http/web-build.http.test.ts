import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createCookies } from '../base/cookies.ts';
import type { OfferedPlans } from '../base/offered-plans.ts';
import { fontPath } from '../base/page-font.ts';
import { handleErrors } from './errors.ts';
import { createLogger } from './logging.ts';
import { limitRates } from './rate-limits.ts';
import { createServer } from './server.ts';
import { handleUnknownAddresses, serveWebBuild } from './web-build.ts';

const basic = { id: 2, tier: 'basic' as const, currency: 'USD' };
let offered: OfferedPlans = { plans: [], areDefault: true };
const landing =
  '<title>What it does</title><link rel="canonical" href="https://origin.invalid/"><b><span data-plan-name="2">Basic</span>, <span data-plan-price="2">$6.99</span>, <span data-plan-limit="2">10 configurations</span></b>';
let folder: string;
let app: FastifyInstance;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'picksync-web-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), '<title>Picksync</title>');
  await writeFile(join(folder, 'landing.html'), landing);
  for (const name of ['shell', 'login', 'register', 'help'])
    await writeFile(join(folder, `${name}.html`), `<title>${name}</title>`);
  await writeFile(join(folder, 'favicon.svg'), '<svg/>');
  await writeFile(join(folder, 'assets', 'index-1a2b3c.js'), 'plain');
  await writeFile(join(folder, 'assets', 'index-1a2b3c.js.br'), 'brotli');
  await writeFile(join(folder, 'assets', 'inter-latin-wght-normal-1a2b3c.woff2'), 'font');
  await writeFile(join(folder, 'index.html.br'), 'brotli');

  app = createServer({
    log: createLogger('silent'),
    publicOrigin: 'https://picksync.example',
    trustProxy: false,
  });
  handleErrors(app);
  const limits = { reads: 1000, writes: 1, signIns: 1, callbacks: 1, userWrites: 1 };
  await limitRates(app, limits, createCookies('http://localhost:3000').session);
  const publicOrigin = 'https://picksync.example';
  const hasSession = ({ headers }: FastifyRequest) => headers.cookie === 'session=1';
  await serveWebBuild(app, folder, {
    publicOrigin,
    hasSession,
    readPlans: async () => offered,
  });
  handleUnknownAddresses(app, { hasWeb: true, publicOrigin, hasSession });
});

afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

test('an API goes on with the pages that it started with when a link leads to those of another release', async () => {
  const place = await mkdtemp(join(tmpdir(), 'picksync-releases-'));
  onTestFinished(() => rm(place, { recursive: true }));
  const link = join(place, 'current');
  for (const name of ['one', 'two']) {
    await mkdir(join(place, name, 'assets'), { recursive: true });
    await writeFile(join(place, name, 'shell.html'), name);
    await writeFile(join(place, name, 'landing.html'), name);
    await writeFile(join(place, name, 'assets', `${name}.js`), name);
  }
  await symlink(join(place, 'one'), link);
  const release = createServer({ log: createLogger('silent'), publicOrigin: 'https://x', trustProxy: false });
  onTestFinished(() => release.close());
  await serveWebBuild(release, link, {
    publicOrigin: 'https://x',
    hasSession: () => true,
    readPlans: async () => offered,
  });
  await rm(link);
  await symlink(join(place, 'two'), link);
  expect((await release.inject('/')).body).toBe('one');
  expect((await release.inject('/assets/one.js')).statusCode).toBe(200);
});

test('the font of the build has an address that pages of the server can name', async () => {
  const font = await app.inject(fontPath);
  expect([font.statusCode, font.body, font.headers['content-type']]).toEqual([200, 'font', 'font/woff2']);
});

test('a visitor gets the start page at /, and a user with a session the application', async () => {
  const visitor = await app.inject('/?utm_source=news');
  expect([visitor.statusCode, visitor.body]).toEqual([
    200,
    landing.replace('origin.invalid', 'picksync.example'),
  ]);
  const known = await app.inject({ url: '/', headers: { cookie: 'session=1' } });
  expect([known.statusCode, known.body]).toEqual([200, '<title>shell</title>']);
  for (const { headers } of [visitor, known]) {
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['cache-control']).toBe('no-cache');
    expect(headers.vary).toContain('cookie');
  }
  // What one was given is not good for the other, though the address is the same.
  expect(visitor.headers.etag).not.toBe(known.headers.etag);
});

test.each(['/dashboard', '/email-verified/error/expired_token', '/login?mode=verify', '/help/'])(
  'the address %s of the application gets its page, never cached',
  async (url) => {
    const answer = await app.inject(url);
    expect([answer.statusCode, answer.body]).toEqual([200, '<title>Picksync</title>']);
    expect(answer.headers['content-type']).toContain('text/html');
    expect(answer.headers['cache-control']).toBe('no-cache');
  },
);

test.each([
  { url: '/login', visitor: 'login', user: 'Picksync' },
  { url: '/login?mode=register', visitor: 'register', user: 'Picksync' },
  { url: '/login?redirect=%2Fhelp', visitor: 'Picksync', user: 'Picksync' },
  { url: '/help', visitor: 'help', user: 'shell' },
  { url: '/help?tab=contact', visitor: 'Picksync', user: 'shell' },
  { url: '/subscription', visitor: 'Picksync', user: 'shell' },
  { url: '/subscription/success', visitor: 'Picksync', user: 'Picksync' },
])('$url shows a visitor $visitor and a user $user until the application runs', async (row) => {
  const readTitle = async (cookie: string) => {
    const { body, headers } = await app.inject({ url: row.url, headers: { cookie } });
    expect(headers.vary).toContain('cookie');
    return /<title>(.*)<\/title>/.exec(body)?.[1];
  };
  expect(await readTitle('')).toBe(row.visitor);
  expect(await readTitle('session=1')).toBe(row.user);
});

test.each(['/dashbord', '/apis', '/wp-login.php', '/admin/users/more'])(
  'the unknown address %s is answered with 404 and the page that says so, for no search engine',
  async (url) => {
    const answer = await app.inject(url);
    expect([answer.statusCode, answer.body]).toEqual([404, '<title>Picksync</title>']);
    expect(answer.headers['x-robots-tag']).toBe('noindex');
  },
);

test('public pages have one address for search engines, and pages of an account have none', async () => {
  const help = await app.inject('/help?topic=undo');
  expect(help.headers.link).toBe('<https://picksync.example/help>; rel="canonical"');
  expect(help.headers).not.toHaveProperty('x-robots-tag');
  expect((await app.inject('/dashboard')).headers['x-robots-tag']).toBe('noindex');
  const start = await app.inject('/?utm_source=news');
  expect(start.body).toContain('<link rel="canonical" href="https://picksync.example/">');
  expect(start.headers).not.toHaveProperty('x-robots-tag');
});

test('the start page is sent compressed, and not again while it is the same', async () => {
  const packed = await app.inject({ url: '/', headers: { 'accept-encoding': 'gzip, br;q=0' } });
  expect(packed.headers['content-encoding']).toBe('gzip');
  expect(gunzipSync(packed.rawPayload).toString()).toContain('What it does');
  const headers = { 'if-none-match': String(packed.headers.etag) };
  expect((await app.inject({ url: '/', headers })).statusCode).toBe(304);
});

test('a file with its hash in its name may be kept for good, other files may not', async () => {
  const hashed = await app.inject('/assets/index-1a2b3c.js');
  expect(hashed.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect((await app.inject('/favicon.svg')).headers['cache-control']).toBe('no-cache');
});

test('a client that takes brotli gets the file that was compressed at build time', async () => {
  const headers = { 'accept-encoding': 'gzip, br' };
  const answer = await app.inject({ url: '/assets/index-1a2b3c.js', headers });
  expect([answer.body, answer.headers['content-encoding']]).toEqual(['brotli', 'br']);
  expect(answer.headers['content-type']).toContain('javascript');
  const page = await app.inject({ url: '/dashboard', headers });
  expect([page.body, page.headers['content-encoding']]).toEqual(['brotli', 'br']);
});

test('a file of an earlier build is not found, instead of a page where a script is expected', async () => {
  expect((await app.inject('/assets/index-0ld.js')).statusCode).toBe(404);
});

test('serves nothing outside the folder, and answers only reads with files', async () => {
  expect((await app.inject('/..%2f..%2fetc/passwd')).body).not.toContain('root:');
  expect((await app.inject({ method: 'POST', url: '/dashboard' })).statusCode).toBe(404);
  expect((await app.inject('/api/nothing')).json().code).toBe('not_found');
});

test('a reply without a time of its own is kept by no cache', async () => {
  for (const url of ['/api', '/api/nothing', '/api?x', '/assets/index-0ld.js', '//double', '/%00']) {
    expect((await app.inject(url)).headers['cache-control']).toBe('no-store');
  }
});

test('a page may run our scripts only, may not be framed, and is to be loaded by https', async () => {
  const { headers } = await app.inject('/');
  const policy = String(headers['content-security-policy']);
  expect(policy).toContain("script-src 'self';");
  for (const rule of ["object-src 'none'", "base-uri 'none'", "form-action 'self'", "frame-ancestors 'none'"])
    expect(policy).toContain(rule);
  expect(headers['x-frame-options']).toBe('DENY');
  expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
});

test('a reply names its charset, and another site may read none of it', async () => {
  const headers = { origin: 'https://evil.example' };
  const readType = async (url: string) => {
    const answer = await app.inject({ url, headers });
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
    return answer.headers['content-type'];
  };
  expect(await readType('/dashboard')).toBe('text/html; charset=utf-8');
  expect(await readType('/assets/index-1a2b3c.js')).toBe('application/javascript; charset=utf-8');
  expect(await readType('/favicon.svg')).toBe('image/svg+xml; charset=utf-8');
  expect(await readType('/api/nothing')).toBe('application/json; charset=utf-8');
});

test.each([
  ['/login?action=verify&token=abc', 'no-referrer'],
  ['/reset-password?token=abc', 'no-referrer'],
  ['/email-verified', 'no-referrer'],
  ['/email-change?token=abc', 'no-referrer'],
  ['/unsubscribe?token=abc', 'no-referrer'],
  ['/dashboard', 'same-origin'],
])('the page at %s is sent with the referrer policy %s', async (url, policy) => {
  expect((await app.inject(url)).headers['referrer-policy']).toBe(policy);
});

test('the start page shows each plan with the name, price and limit that administrators gave it, as text', async () => {
  const before = await app.inject('/');
  expect(before.body).toContain('>10 configurations<');
  offered = { plans: [{ ...basic, name: 'Team <b> & Co', priceCents: 800, limit: 12 }], areDefault: false };
  const after = await app.inject('/');
  offered = { plans: [], areDefault: true };
  expect(after.body).toContain('>Team &lt;b&gt; &amp; Co</span>, <span data-plan-price="2">$8</span>');
  expect(after.body).toContain('>12 configurations<');
  expect(after.headers).toMatchObject({ vary: 'cookie, accept-encoding', 'cache-control': 'no-cache' });
});
