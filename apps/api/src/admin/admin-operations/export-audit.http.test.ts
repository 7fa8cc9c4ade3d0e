import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../testing/test-app.ts';

let api: TestApp;
let boss: Awaited<ReturnType<TestApp['signIn']>>;
beforeAll(async () => {
  api = await testApp();
  boss = await api.signIn({ role: 'admin', email: 'owner@picksync.example' });
});
afterAll(() => api.close());

const minuteMs = 60_000;

async function create(by?: 'admins' | 'everybody'): Promise<string> {
  const url = '/api/admin/audit-exports';
  const payload = by ? { by } : {};
  const answer = await api.app.inject({ method: 'POST', url, headers: boss.headers, payload });
  return answer.json().path;
}

const open = (path: string, headers = boss.headers) => api.app.inject({ url: path, headers });

const lines = (body: string) => body.trim().split('\r\n').slice(1);

test('downloads the trail of the filter as CSV, newest first, and leaves an entry of that', async () => {
  const { userId } = await api.signIn({ email: 'whose@trail.example' });
  const at = new Date(api.clock.at.getTime() - minuteMs);
  const entry = { userId, at, network: '198.51.100.x' };
  await api.db.auditEvent.create({ data: { ...entry, action: 'login' } });
  const details = { reason: '=HYPERLINK("https://evil.example")' };
  await api.db.auditEvent.create({
    data: { ...entry, action: 'account_disabled', actorId: boss.userId, details },
  });

  const file = await open(await create());
  expect(file.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(file.headers['content-disposition']).toBe('attachment; filename="picksync-audit-2026-11-21.csv"');
  expect(file.body.split('\r\n')[0]).toBe('\uFEFF"time","action","what","to_whom","by","about","reason"');
  expect(lines(file.body)).toEqual([
    `"${at.toISOString()}","account_disabled","The account was disabled","whose@trail.example","owner@picksync.example","","'=HYPERLINK(""https://evil.example"")"`,
  ]);
  await api.passTime(1000);
  expect(lines((await open(await create('everybody'))).body).join('\n')).toContain('"login"');

  const trail = await api.app.inject({ url: '/api/admin/audit-events', headers: boss.headers });
  expect(trail.json()).toMatchObject([
    { action: 'audit_exported', name: 'By everybody', by: 'owner@picksync.example' },
    { action: 'audit_exported', name: 'By administrators', by: 'owner@picksync.example' },
    { action: 'account_disabled' },
  ]);
});

test('a trail of several pages is whole, in order and without a line twice', async () => {
  const actorId = boss.userId;
  await api.db.auditEvent.createMany({
    data: Array.from({ length: 1203 }, (_, index) => ({
      actorId,
      action: 'coupon_changed',
      details: { name: `C${index}` },
      // Many of them at one time, as far as a page is concerned.
      at: new Date(Date.UTC(2026, 10, 1) + Math.floor(index / 100)),
    })),
  });
  const { body } = await open(await create());
  const found = lines(body).filter((line) => line.includes('coupon_changed'));
  expect(new Set(found).size).toBe(1203);
  const times = found.map((line) => line.slice(1, 25));
  expect(times).toEqual(times.toSorted().toReversed());
});

test('an address opens for the administrator who asked alone, and not for long', async () => {
  const path = await create();
  const other = await api.signIn({ role: 'admin' });
  const user = await api.signIn();
  for (const { headers } of [other, user]) {
    const refused = await open(path, headers);
    expect([refused.statusCode, refused.headers.location]).toEqual([302, '/admin/audit-log']);
  }
  await api.passTime(11 * minuteMs);
  expect((await open(path)).headers.location).toBe('/admin/audit-log');
});
