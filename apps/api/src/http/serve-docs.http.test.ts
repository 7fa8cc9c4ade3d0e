import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createCookies } from '../base/cookies.ts';
import { fontFaces, fontFamily } from '../base/page-font.ts';
import { handleErrors } from './errors.ts';
import { createLogger } from './logging.ts';
import { limitRates } from './rate-limits.ts';
import { serveDocs } from './serve-docs.ts';
import { createServer } from './server.ts';
import { handleUnknownAddresses } from './web-build.ts';

const publicOrigin = 'https://picksync.example';
let folder: string;
let app: FastifyInstance;

async function serve(root: string, log = createLogger('silent')): Promise<FastifyInstance> {
  const server = createServer({ log, publicOrigin, trustProxy: false });
  handleErrors(server);
  const limits = { reads: 1000, writes: 1, signIns: 1, callbacks: 1, userWrites: 1 };
  await limitRates(server, limits, createCookies(publicOrigin).session);
  await serveDocs(server, root, publicOrigin);
  handleUnknownAddresses(server, { hasWeb: false, publicOrigin, hasSession: () => false });
  return server;
}

async function writeSite(root: string): Promise<void> {
  await mkdir(join(root, '_astro'), { recursive: true });
  await mkdir(join(root, 'guide/first-dropdown'), { recursive: true });
  await writeFile(join(root, 'index.html'), 'start');
  await writeFile(join(root, '404.html'), 'no page');
  await writeFile(join(root, 'guide/first-dropdown/index.html'), 'how to');
  await writeFile(join(root, '_astro/page.1a2b.js'), 'plain');
  await writeFile(join(root, '_astro/page.1a2b.js.br'), 'brotli');
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'picksync-docs-'));
  await writeSite(folder);
  app = await serve(folder);
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

test.each([
  ['/docs', 'start', '/docs'],
  ['/docs?from=help', 'start', '/docs'],
  ['/docs/guide/first-dropdown', 'how to', '/docs/guide/first-dropdown'],
])(
  '%s is a page with one address for search engines, asked for again each time',
  async (url, body, address) => {
    const answer = await app.inject(url);
    expect([answer.statusCode, answer.body]).toEqual([200, body]);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      link: `<${publicOrigin}${address}>; rel="canonical"`,
    });
  },
);

test.each([
  ['/docs/', '/docs'],
  ['/docs/guide/first-dropdown/', '/docs/guide/first-dropdown'],
  ['/docs/guide/first-dropdown.md', '/docs/guide/first-dropdown'],
  ['/docs/README.md', '/docs'],
  ['/docs//evil.example/', '/docs/evil.example'],
])('%s leads to %s', async (url, address) => {
  const answer = await app.inject(url);
  expect([answer.statusCode, answer.headers.location]).toEqual([301, address]);
});

test.each(['/docs/nothing', '/docs/guide', '/docs/_astro/page.0ld.js', '/docs/nothing.html'])(
  '%s is answered with 404 and the page that says so, for no search engine',
  async (url) => {
    const answer = await app.inject(url);
    expect([answer.statusCode, answer.body]).toEqual([404, 'no page']);
    expect(answer.headers['x-robots-tag']).toBe('noindex');
    expect(answer.headers).not.toHaveProperty('link');
  },
);

test('a page that is missing leaves no warning of the runtime in the log', async () => {
  const warnings: string[] = [];
  const take = ({ name }: Error) => void warnings.push(name);
  process.on('warning', take);
  onTestFinished(() => void process.off('warning', take));
  await app.inject('/docs/nothing');
  // A warning is emitted in the next turn.
  await new Promise(setImmediate);
  expect(warnings).toEqual([]);
});

test.each(['/docs/..%2f..%2fetc/passwd', '/docs/%2e%2e/%2e%2e/etc/passwd', '/docs/%00'])(
  '%s is refused: nothing outside the folder is served',
  async (url) => {
    const answer = await app.inject(url);
    expect(answer.statusCode).toBeGreaterThanOrEqual(400);
    expect(answer.body).not.toContain('root:');
  },
);

test.each(['/docs/..%2fapi%2fauth%2fgoogle/', '/docs/guide/..%2f', '/docs/..%2findex', '/docs/.%2fguide.md'])(
  '%s leads nowhere: it is no page, and no other address of this site',
  async (url) => {
    const answer = await app.inject(url);
    expect([answer.statusCode, answer.body]).toEqual([404, 'no page']);
    expect(answer.headers).not.toHaveProperty('location');
    expect(answer.headers).not.toHaveProperty('link');
  },
);

test('a file with its hash in its name may be kept for good, and is sent as it was compressed', async () => {
  const answer = await app.inject({ url: '/docs/_astro/page.1a2b.js', headers: { 'accept-encoding': 'br' } });
  expect([answer.body, answer.headers['content-encoding']]).toEqual(['brotli', 'br']);
  expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
});

test('a page may run scripts of this site and its search, nothing from elsewhere and none in the page', async () => {
  const policy = String((await app.inject('/docs')).headers['content-security-policy']);
  expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval';");
  expect(policy).toContain("connect-src 'self';");
  expect(String((await app.inject('/api/nothing')).headers['content-security-policy'])).toContain(
    "script-src 'self';",
  );
});

test('search engines are told of every page', async () => {
  const answer = await app.inject('/docs/sitemap.xml');
  expect(answer.headers['content-type']).toBe('application/xml; charset=utf-8');
  const addresses = [...answer.body.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address);
  expect(addresses).toEqual([`${publicOrigin}/docs`, `${publicOrigin}/docs/guide/first-dropdown`]);
});

test('while the site is being built its addresses say so, and show it as soon as it is there', async () => {
  const later = join(folder, 'later');
  const warnings: string[] = [];
  const server = await serve(later, createLogger('warn', { write: (line) => void warnings.push(line) }));
  onTestFinished(() => server.close());
  for (const url of ['/docs', '/docs/guide/first-dropdown', '/docs/_astro/page.1a2b.js']) {
    const answer = await server.inject(url);
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '3']);
    expect(answer.body).toContain('The documentation is being built.');
    expect(answer.body).toContain(fontFaces);
    expect(answer.body).toContain(`font:1rem/1.5 ${fontFamily};`);
  }
  await writeSite(later);
  onTestFinished(() => rm(later, { recursive: true }));
  expect((await server.inject('/docs')).body).toBe('start');
  expect(warnings).toEqual([]);
});
