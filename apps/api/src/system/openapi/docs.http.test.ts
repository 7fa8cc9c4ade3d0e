import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../testing/test-app.ts';

let api: TestApp;
beforeAll(async () => {
  api = await testApp();
});
afterAll(() => api.close());

test('the page that shows the API, and all it loads, comes from here and is allowed to run by our policy', async () => {
  const page = await api.app.inject('/api/docs');
  expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  expect(page.headers['content-security-policy']).toContain("script-src 'self';");
  const loaded = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address = '']) => address);
  expect(loaded).toContain('/api/docs/static/swagger-ui-bundle.js');
  for (const address of loaded) {
    expect(address).toMatch(/^\/api\/docs\/static\//);
    expect((await api.app.inject(address)).statusCode).toBe(200);
  }
  // A script within the page would be stopped.
  expect(page.body).not.toMatch(/<script(?![^>]*src=)/);
});

test('the page shows the description for tools', async () => {
  const shown = await api.app.inject('/api/docs/json');
  expect(shown.json()).toEqual((await api.app.inject('/api/openapi.json')).json());
});

test('the page and its files are limited like every read', async () => {
  for (const url of ['/api/docs', '/api/docs/static/swagger-ui.css']) {
    expect(Number((await api.app.inject(url)).headers['x-ratelimit-limit'])).toBeGreaterThan(0);
  }
});
