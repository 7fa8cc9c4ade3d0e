import { testAutomation, testConnection } from '@picksync/db/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const url = '/api/activity-logs/file';

async function userWithAutomation(user: Parameters<TestApp['signIn']>[0] = {}) {
  const { userId, headers } = await app.signIn(user);
  const { email } = await app.db.user.findUniqueOrThrow({ where: { id: userId } });
  const automation = await testAutomation(app.db, {
    connection: await testConnection(app.db, { userId }),
    name: '=cmd()',
    sourceSheetName: 'Clients',
    sourceColumnName: 'Client name',
    sheetName: 'Time sheet',
    targetColumnName: 'Client',
  });
  const entry = { userId, automationId: automation.id, automationName: automation.name };
  return { headers, email, entry };
}

const lines = (body: string) => body.replace('\uFEFF', '').trimEnd().split('\r\n');

test('downloads the entries of the filter as CSV, newest first, and no sentence of them', async () => {
  const { headers, email, entry } = await userWithAutomation();
  const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute));
  const common = { ...entry, details: 'A sentence.' };
  await app.db.activityLog.createMany({
    data: [
      {
        ...common,
        action: 'update_dropdown',
        status: 'success',
        outcome: 'changed',
        added: 2,
        removed: 1,
        timestamp: at(3),
      },
      { ...common, action: 'edit_automation', status: 'success', keyName: 'Script', timestamp: at(2) },
      { ...common, action: 'pause_automation', status: 'info', timestamp: at(1) },
      { ...common, action: 'pause_automation', status: 'warning', timestamp: at(0) },
    ],
  });
  const file = await app.app.inject({ url, headers });
  expect(file.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(file.headers['content-disposition']).toMatch(/filename="picksync-activity-\d{4}-\d\d-\d\d\.csv"/);
  const place = `"'=cmd()","Clients · Client name","Time sheet · Client"`;
  expect(lines(file.body)).toEqual([
    '"time","status","action","automation","source","destination","added","removed","by_whom"',
    `"2026-01-01T00:03:00.000Z","Success","List updated",${place},"2","1","Picksync"`,
    `"2026-01-01T00:02:00.000Z","Success","Changed",${place},"","","API key Script"`,
    `"2026-01-01T00:01:00.000Z","Info","Paused",${place},"","","${email}"`,
    `"2026-01-01T00:00:00.000Z","Warning","Paused",${place},"","","Picksync"`,
  ]);
  const filtered = await app.app.inject({ url: `${url}?status=info&search=time`, headers });
  expect(lines(filtered.body)).toHaveLength(2);
});

test.each([
  ['a user who disconnects', { action: 'disconnect_smartsheet', status: 'info' }, 'user'],
  ['Smartsheet, which ends the connection', { action: 'disconnect_smartsheet', status: 'error' }, 'system'],
  ['a user who activates', { action: 'activate_automation', status: 'success' }, 'user'],
  [
    'an account that is connected again',
    { action: 'activate_automation', status: 'success', isBySystem: true },
    'system',
  ],
] as const)('the file says who it was: %s', async (_who, given, actor) => {
  const { headers, email, entry } = await userWithAutomation();
  await app.db.activityLog.create({ data: { ...entry, details: 'A sentence.', ...given } });
  const file = await app.app.inject({ url, headers });
  expect(lines(file.body)[1]).toMatch(actor === 'user' ? `"${email}"` : '"Picksync"');
});

test('the file has every entry once, however many there are', async () => {
  const { headers, entry } = await userWithAutomation();
  const wanted = 1001;
  await app.db.activityLog.createMany({
    data: Array.from({ length: wanted }, (_, index) => ({
      ...entry,
      automationName: `Number ${index}`,
      action: 'manual_sync',
      status: 'success' as const,
      // Many at the same time: the id decides between them.
      timestamp: new Date(Date.UTC(2026, 0, 1, 0, index % 3)),
    })),
  });
  const file = await app.app.inject({ url, headers });
  const found = new Set(
    lines(file.body)
      .slice(1)
      .map((line) => /Number \d+/.exec(line)?.[0]),
  );
  expect([found.size, lines(file.body).length]).toEqual([wanted, wanted + 1]);
});

test('without the full log there is no file, and the browser is led back to the log', async () => {
  const { headers } = await userWithAutomation({ subscriptionStatus: 'free' });
  const reply = await app.app.inject({ url, headers });
  expect([reply.statusCode, reply.headers.location]).toEqual([302, '/dashboard?section=activity']);
});
