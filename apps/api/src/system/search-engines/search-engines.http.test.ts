import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../testing/test-app.ts';

let api: TestApp;
beforeAll(async () => {
  api = await testApp();
});
afterAll(() => api.close());

test('search engines may read every page, but no call of the API, and are told where the pages are listed', async () => {
  const answer = await api.app.inject('/robots.txt');
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
  const lines = answer.body.split('\n');
  expect(lines).toContain('Disallow: /api/');
  expect(lines.filter((line) => line.startsWith('Disallow:'))).toHaveLength(1);
  const [, sitemap = ''] = /^Sitemap: (.+)$/m.exec(answer.body) ?? [];
  expect(new URL(sitemap).pathname).toBe('/sitemap.xml');
});

test('the list of pages has whole addresses, each once', async () => {
  const answer = await api.app.inject('/sitemap.xml');
  expect(answer.headers['content-type']).toBe('application/xml; charset=utf-8');
  const addresses = [...answer.body.matchAll(/<loc>([^<]+)<\/loc>/g)].map(
    ([, address = '']) => new URL(address),
  );
  const paths = addresses.map(({ pathname }) => pathname);
  expect(paths).toEqual(expect.arrayContaining(['/', '/help', '/login', '/status', '/api/docs']));
  expect(new Set(paths).size).toBe(paths.length);
  expect(new Set(addresses.map(({ origin }) => origin)).size).toBe(1);
});

test.each(['/status', '/api/docs', '/privacy', '/terms', '/imprint'])(
  'the listed page %s is there',
  async (path) => {
    expect((await api.app.inject(path)).statusCode).toBe(200);
  },
);
