import { testAutomation, testConnection, testUser } from '@picksync/db/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loseDeadlock } from '../../testing/lose-deadlock.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import { failingHours, pauseFailing } from './pause-failing.ts';

let api: TestApp;
beforeAll(async () => {
  api = await testApp();
});
afterAll(() => api.close());

test('pauses what fails although a transaction that changes the connection wins a deadlock against it', async () => {
  const since = new Date(api.clock.at.getTime() - failingHours * 60 * 60_000);
  const { id: userId } = await testUser(api.db);
  const connection = await testConnection(api.db, { userId, statusChangedAt: since });
  const { id } = await testAutomation(api.db, {
    connection,
    lastRunOutcome: 'failed',
    lastErrorReason: 'target_column_locked',
    failingSince: since,
  });
  await loseDeadlock(api, () => pauseFailing({ db: api.db, now: () => api.clock.at }), {
    first: `SELECT FROM smartsheet_connections WHERE id = '${connection.id}' FOR UPDATE`,
    second: `SELECT FROM automations WHERE id = '${id}' FOR UPDATE`,
  });
  // A row that was still locked when it was tried again is left to the look of the next minute.
  await pauseFailing({ db: api.db, now: () => api.clock.at });
  const row = await api.db.automation.findUniqueOrThrow({ where: { id } });
  expect([row.isActive, row.pausedBy]).toEqual([false, 'system']);
  expect(await api.db.activityLog.count({ where: { automationId: id, action: 'pause_automation' } })).toBe(1);
});
