import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../testing/test-app.ts';

type Operation = { operationId: string; security?: object[] };

let api: TestApp;
beforeAll(async () => {
  api = await testApp();
});
afterAll(() => api.close());

test('the page that makes calls, and all it loads, comes from here and is allowed to run by our policy', async () => {
  const page = await api.app.inject('/api/docs/try');
  expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  expect(page.headers['content-security-policy']).toContain("script-src 'self';");
  const loaded = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address = '']) => address);
  expect(loaded).toContain('/api/docs/try/static/swagger-ui-bundle.js');
  for (const address of loaded) {
    expect(address).toMatch(/^\/api\/docs\/try\/static\//);
    expect((await api.app.inject(address)).statusCode).toBe(200);
  }
  // A script within the page would be stopped.
  expect(page.body).not.toMatch(/<script(?![^>]*src=)/);
});

test('the page that makes calls has those that take a key, as the description for tools has them', async () => {
  const shown = (await api.app.inject('/api/docs/try/json')).json();
  const { paths, ...rest } = (await api.app.inject('/api/openapi.json')).json();
  const operations = (all: Record<string, Record<string, Operation>>) =>
    Object.values(all).flatMap((methods) => Object.values(methods));
  expect({ ...shown, paths: undefined }).toEqual({ ...rest, paths: undefined });
  expect(operations(shown.paths)).toEqual(
    operations(paths).filter(({ security }) => security?.some((scheme) => 'apiKey' in scheme)),
  );
});

test('the page and its files are limited like every read', async () => {
  for (const url of ['/api/docs', '/api/docs/try', '/api/docs/try/static/swagger-ui.css']) {
    expect(Number((await api.app.inject(url)).headers['x-ratelimit-limit'])).toBeGreaterThan(0);
  }
});

test('the reference is one page with one small script, and every link on it leads to a part that is there', async () => {
  const { body, headers } = await api.app.inject('/api/docs');
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  expect(body.match(/<script[^>]*>/g)).toEqual(['<script defer src="/api/docs/copy.js">']);
  const script = await api.app.inject('/api/docs/copy.js');
  expect([script.statusCode, script.headers['content-type']]).toEqual([
    200,
    'text/javascript; charset=utf-8',
  ]);
  expect(body.match(/<h1>/g)).toHaveLength(1);
  expect(body).toMatch(/<meta name="description" content="[^"]{70,160}">/);
  const ids = [...body.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const [, target] of body.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(target);
});

test('the reference has every call that takes a key, with its fields, and names all others', async () => {
  const { body } = await api.app.inject('/api/docs');
  const { paths } = (await api.app.inject('/api/openapi.json')).json();
  for (const [path, methods] of Object.entries<Record<string, Operation>>(paths)) {
    expect(body).toContain(path);
    for (const { operationId, security = [] } of Object.values(methods))
      expect(body.includes(`<article id="${operationId}">`)).toBe(
        security.some((scheme) => 'apiKey' in scheme),
      );
  }
  const create = body.slice(body.indexOf('<article id="automations.create">'));
  expect(create).toContain('<code>sourceSheetId</code>');
  expect(create).toContain('Idempotency-Key: $(uuidgen)');
});

test('the first call stands there in three languages, and is the call that an API key may make', async () => {
  const { body } = await api.app.inject('/api/docs');
  const codes = [...body.matchAll(/<figcaption>(curl|TypeScript|Python)<\/figcaption><pre[^>]*>([^<]*)</g)];
  expect(codes.map(([, language]) => language)).toEqual(['curl', 'TypeScript', 'Python']);
  for (const [, , code = ''] of codes) {
    const [, path = ''] = /https?:\/\/[^/'"\s]+(\/[\w/-]+)/.exec(code) ?? [];
    const answer = await api.app.inject({ url: path, headers: { authorization: 'Bearer pks_wrong' } });
    expect([answer.statusCode, answer.json().code]).toEqual([401, 'api_key_malformed']);
  }
});
