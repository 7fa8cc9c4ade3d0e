import { randomUUID } from 'node:crypto';
import { countLockWaits, testAutomation, testConnection, testDatabase } from '@picksync/db/testing';
import { afterAll, expect, test } from 'vitest';
import { beginRows, beginWrite } from './intents.store.ts';

const { prisma, pool, close } = await testDatabase();
afterAll(close);

const intent = {
  ...{ sheetId: '1', columnId: '2', fingerprint: 'f', validation: false },
  ...{ added: 1, removed: 0, optionCount: 1 },
};
const rows = { hashes: ['a'], deletedRowIds: [], deletedHashes: [] };

/** An automation whose run has read its sheets, after it was asked for with many others. */
async function begunRun(dirtyReason: 'check' | 'settings' = 'check') {
  const jobId = randomUUID();
  const connection = await testConnection(prisma, { syncState: 'running', syncJobId: jobId });
  const at = new Date();
  const row = await testAutomation(prisma, { connection, dirtyAt: at, manualSyncAt: at, dirtyReason });
  const automation = { ...row, intent: null, rowIntent: null, renameIntent: null, lacksClaim: false };
  const claim = { connectionId: connection.id, jobId, attempt: 0, dirtyAt: null };
  const takeBack = () =>
    prisma.automation.update({ where: { id: row.id }, data: { dirtyAt: null, manualSyncAt: null } });
  const begin = (byHand?: { keptHashes: string[]; excludedHashes: string[] }) =>
    beginWrite({ prisma, pool }, { automation, intent, claim, ...(byHand && { byHand }) });
  const changeRows = () => beginRows(prisma, { automation, rows, claim, at });
  const count = async () => [
    await prisma.writeIntent.count({ where: { automationId: row.id } }),
    await prisma.rowIntent.count({ where: { automationId: row.id } }),
  ];
  return { automation, begin, changeRows, count, takeBack };
}

test('a run whose sync was taken back while it read its sheets writes neither a list nor rows', async () => {
  const { begin, changeRows, count, takeBack } = await begunRun();
  await takeBack();
  expect(await begin()).toBe(false);
  expect(await begin({ keptHashes: ['k'], excludedHashes: [] })).toBe(false);
  expect(await changeRows()).toBe(false);
  expect(await count()).toEqual([0, 0]);
});

test('a run writes while its sync is wanted, also when another one was asked for meanwhile', async () => {
  const wanted = await begunRun();
  expect(await wanted.begin()).toBe(true);
  expect(await wanted.changeRows()).toBe(true);
  const again = await begunRun();
  await again.takeBack();
  await prisma.automation.update({ where: { id: again.automation.id }, data: { dirtyAt: new Date() } });
  expect(await again.begin()).toBe(true);
});

test('a sync that was asked for alone is not given up', async () => {
  const { begin, takeBack } = await begunRun('settings');
  await takeBack();
  expect(await begin()).toBe(true);
});

test('a run that is about to write waits for who takes it back, and sees it', async () => {
  const { automation, begin, count } = await begunRun();
  let beginning: Promise<boolean> | undefined;
  await prisma.$transaction(async (tx) => {
    await tx.automation.update({
      where: { id: automation.id },
      data: { dirtyAt: null, manualSyncAt: null },
    });
    beginning = begin();
    await expect.poll(() => countLockWaits(pool)).toBe(1);
  });
  expect(await beginning).toBe(false);
  expect(await count()).toEqual([0, 0]);
});
