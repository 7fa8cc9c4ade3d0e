import { nextCursorHeader } from '@picksync/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testReceipt } from '../../testing/receipts.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';

let api: TestApp;
beforeAll(async () => {
  api = await testApp();
});
afterAll(() => api.close());

const url = '/api/subscription/receipts';

test('receipts need a session, and only one’s own are seen', async () => {
  for (const path of [url, `${url}/2026-000001`]) {
    expect((await api.app.inject({ url: path })).json().code).toBe('unauthenticated');
  }
  const [owner, stranger] = [await api.signIn(), await api.signIn()];
  const { number } = await testReceipt(api.db, owner);
  expect((await api.app.inject({ url, headers: stranger.headers })).json()).toEqual([]);
  const answer = await api.app.inject({ url: `${url}/${number}`, headers: stranger.headers });
  expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found']);
  expect((await api.app.inject({ url: `${url}/${number}`, headers: owner.headers })).json()).toMatchObject({
    number,
    kind: 'payment',
    planName: 'Basic',
    paidWith: 'PayPal',
    periodStart: '2026-11-21T10:00:00.000Z',
    periodEnd: null,
    total: 6.99,
    currency: 'USD',
    content: { lines: [{ label: 'Basic', amount: 6.99 }], payment: { provider: 'PayPal' } },
  });
});

test('receipts come newest first, a page at a time, each once although many are of one moment', async () => {
  const { headers, userId } = await api.signIn();
  const days = ['2026-09-30', '2026-10-31', '2026-10-31', '2026-10-31', '2026-11-30'];
  for (const day of days) await testReceipt(api.db, { userId, issuedAt: new Date(day) });
  await testReceipt(api.db, { userId, issuedAt: new Date('2026-12-01'), totalCents: -699 });
  const seen: { number: string; kind: string; total: number; issuedAt: string }[] = [];
  let next: unknown = '';
  while (typeof next === 'string') {
    const answer = await api.app.inject({ url: `${url}?limit=2${next && `&cursor=${next}`}`, headers });
    expect(answer.json().length).toBe(2);
    seen.push(...answer.json());
    next = answer.headers[nextCursorHeader];
  }
  expect(seen.map(({ issuedAt }) => issuedAt.slice(0, 10))).toEqual(['2026-12-01', ...days.toReversed()]);
  expect(new Set(seen.map(({ number }) => number)).size).toBe(6);
  expect(seen[0]).toMatchObject({ kind: 'refund', total: -6.99 });
});
