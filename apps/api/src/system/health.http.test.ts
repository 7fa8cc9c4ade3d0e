import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../testing/test-app.ts';
import { version } from '../version.ts';

let api: TestApp;
beforeAll(async () => {
  api = await testApp();
});
afterAll(() => api.close());

test('the process with a database and a queue is well, for anybody who asks', async () => {
  const answer = await api.app.inject('/api/health');
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toEqual({
    status: 'ok',
    version,
    commit: 'unknown',
    schema: expect.stringMatching(/^\d{14}$/),
  });
});
