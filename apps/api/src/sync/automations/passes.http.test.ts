import { randomUUID } from 'node:crypto';
import type { Pass, RunOutcome } from '@picksync/contracts';
import { testAutomation, testConnection } from '@picksync/db/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const second = (number: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, number));

/** A user with automations of one source, and a pass over them that ended as told. */
async function userWithPass(outcomes: readonly RunOutcome[]) {
  const { userId, headers } = await app.signIn();
  const connection = await testConnection(app.db, { userId });
  const passId = randomUUID();
  const ids: string[] = [];
  for (const [index, outcome] of outcomes.entries()) {
    const at = second(index + 1);
    const place = { targetColumnId: randomUUID(), sheetName: `Sheet ${index}`, targetColumnName: 'Client' };
    const source = { sourceSheetName: 'Clients', sourceColumnName: 'Client name' };
    const lastRun = { lastRunAt: at, lastRunOutcome: outcome };
    const { id } = await testAutomation(app.db, { connection, ...source, ...place, ...lastRun });
    ids.push(id);
    const counts = { added: index, removed: 1, optionCount: outcome === 'failed' ? null : 42 };
    const run = { automationId: id, passId, at, outcome, durationMs: 500, calls: 2 };
    await app.db.automationRun.create({ data: { ...run, ...counts, trigger: index ? 'check' : 'change' } });
  }
  const read = (id = passId, by = headers) => app.app.inject({ url: `/api/runs/${id}`, headers: by });
  return { userId, headers, passId, ids, read };
}

test('one read of a source is told with a result for each dropdown, and one that fails does not hold the others', async () => {
  const { userId, ids, read, passId } = await userWithPass(['changed', 'failed', 'waiting_review']);
  const [changed = '', failed = '', stopped = ''] = ids;
  const details = 'Client in Sheet 0: 1 option removed.';
  await app.db.activityLog.create({
    data: {
      ...{ userId, automationId: changed, timestamp: second(1), outcome: 'changed', details },
      action: 'update_dropdown',
      status: 'success',
    },
  });
  const lastError = 'The target column is locked.';
  const reason = { lastError, lastErrorReason: 'target_column_locked' };
  await app.db.automation.update({ where: { id: failed }, data: reason });
  // It has run again since: how it stands now says nothing about this run.
  const later = { lastRunAt: second(50), lastError: 'Something else.', lastErrorReason: 'wipe_guard' };
  await app.db.automation.update({ where: { id: stopped }, data: later });

  const reply = await read();
  expect(reply.statusCode).toBe(200);
  expect(reply.json()).toMatchObject({
    id: passId,
    at: second(3).toISOString(),
    trigger: 'change',
    source: { sheetName: 'Clients', columnName: 'Client name' },
    targets: [
      { automationId: changed, outcome: 'changed', removed: 1, details, isLatest: true, lastFailure: null },
      {
        ...{ automationId: failed, outcome: 'failed', optionCount: null, details: lastError },
        ...{ sheetName: 'Sheet 1', targetColumnName: 'Client', lastFailure: 'target_column_locked' },
      },
      { automationId: stopped, isLatest: false, details: null, lastFailure: null, durationMs: 500, calls: 2 },
    ],
    totals: {
      ...{ changed: 1, unchanged: 0, waitingReview: 1, failed: 1 },
      ...{ added: 0, removed: 1, calls: 6, durationMs: 2500 },
    },
  } satisfies Partial<Pass> | object);
});

test('a pass shows each user their own dropdowns alone, and an unknown one is not found', async () => {
  const { read, passId, ids } = await userWithPass(['unchanged']);
  const stranger = await userWithPass(['changed']);
  const foreign = await read(passId, stranger.headers);
  expect([foreign.statusCode, foreign.json().code]).toEqual([404, 'not_found']);
  expect((await read(randomUUID())).statusCode).toBe(404);
  // Nobody could make it so, but ids alone must never do.
  await app.db.automationRun.updateMany({ where: { passId: stranger.passId }, data: { passId } });
  const seen: Pass = (await read()).json();
  expect(seen.targets.map(({ automationId }) => automationId)).toEqual(ids);
});
