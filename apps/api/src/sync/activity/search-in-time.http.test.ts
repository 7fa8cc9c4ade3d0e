import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import { searchInTime } from './search-in-time.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

test('a search that takes too long ends, and the connection keeps no limit of it', async () => {
  const { userId } = await app.signIn();
  const search = (timeoutMs: number) =>
    searchInTime(app.context, { userId, search: 'a', timeoutMs }, (db) => db.$queryRaw`SELECT pg_sleep(60)`);
  await expect(search(20)).rejects.toMatchObject({
    code: 'validation_failed',
    errors: { search: /too much/ },
  });
  const limit = () => app.db.$queryRaw<{ statement_timeout: string }[]>`SHOW statement_timeout`;
  const limits = await Promise.all(Array.from({ length: 8 }, limit));
  expect(limits.flat().map((row) => row.statement_timeout)).not.toContain('20ms');
});

test('a person who searches again and again is asked to wait, and still reads what is not searched', async () => {
  const { headers } = await app.signIn();
  const ask = async (query: string) =>
    (await app.app.inject({ url: `/api/activity-logs/lines${query}`, headers })).statusCode;
  const statuses = new Set<number>();
  for (let tries = 0; tries < 121; tries += 1) statuses.add(await ask('?search=a'));
  expect([...statuses]).toEqual([200, 429]);
  expect(await ask('')).toBe(200);
});
