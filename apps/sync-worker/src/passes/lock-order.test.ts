import { randomUUID } from 'node:crypto';
import { markConnectionDirty, openQueue } from '@picksync/db';
import { testAutomation, testConnection, testDatabase } from '@picksync/db/testing';
import { afterAll, expect, test } from 'vitest';
import { updateAutomationWebhooks } from '../webhooks/webhooks.store.ts';
import { recordSheets } from './sheets.store.ts';

const database = await testDatabase({ poolSize: 24 });
const queue = await openQueue({ url: database.url, onError: () => {} });
afterAll(async () => {
  await queue.stop({ graceMs: 0 });
  await database.close();
});
const { prisma, pool } = database;

const shuffled = <T>(items: readonly T[], turn: number): T[] => {
  const from = turn % items.length;
  const turned = [...items.slice(from), ...items.slice(0, from)];
  return turn % 2 ? turned.reverse() : turned;
};

test('a pass records its sheets beside marks and other records without a deadlock', async () => {
  const jobId = randomUUID();
  const connection = await testConnection(prisma, { syncState: 'running', syncJobId: jobId });
  const { id: connectionId } = connection;
  const claim = { connectionId, jobId, attempt: 0, dirtyAt: null, isInOutage: false };
  const sheetIds = Array.from({ length: 12 }, (_, index) => `90000000000000${index + 10}`);
  for (const [index, sheetId] of sheetIds.entries()) {
    await testAutomation(prisma, { connection, sourceSheetId: sheetId, sheetId: sheetIds.at(-index) ?? '' });
  }
  const record = (turn: number) =>
    recordSheets(pool, {
      claim,
      at: new Date(),
      read: shuffled(sheetIds, turn)
        .slice(0, 6)
        .map((sheetId) => ({ sheetId, name: 'Sheet', version: turn, volatile: false })),
      lost: shuffled(sheetIds, turn + 5).slice(0, 2),
      marks: shuffled(sheetIds, turn + 3).map((sheetId) => ({ sheetId, dirtyAt: new Date() })),
    });
  const mark = (turn: number) =>
    prisma.$transaction((tx) =>
      markConnectionDirty({ tx, queue, connectionId, sheetIds: shuffled(sheetIds, turn).slice(0, 7) }),
    );
  await record(0);
  await record(6);

  for (let round = 0; round < 15; round += 1) {
    const turns = Array.from({ length: 6 }, (_, index) => round + index);
    await Promise.all(
      turns.flatMap((turn) => [record(turn), mark(turn), updateAutomationWebhooks(prisma, connectionId)]),
    );
  }
  const { rows } = await database.pool.query(
    'SELECT count(*)::int AS sheets FROM sheets WHERE connection_id = $1',
    [connectionId],
  );
  expect(rows).toEqual([{ sheets: 12 }]);
});
