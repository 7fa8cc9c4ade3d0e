import { randomUUID } from 'node:crypto';
import { ClaimLostError, markConnectionDirty, openQueue } from '@picksync/db';
import {
  countLockWaits,
  testAutomation,
  testConnection,
  testDatabase,
  testSheet,
} from '@picksync/db/testing';
import { afterAll, expect, test } from 'vitest';
import { recordRun } from '../runs/runs.store.ts';
import { toRunRecord } from '../runs/to-run-record.ts';
import { testContext } from '../testing/test-context.ts';
import { recordSheets, recordSheetsAndFinish } from './sheets.store.ts';

const { prisma, pool, url, close } = await testDatabase();
const queue = await openQueue({ url, onError: () => {} });
afterAll(async () => {
  await queue.stop({ graceMs: 0 });
  await close();
});

/** A connection that is worked on, with a marked automation and a marked sheet, and what a pass records of them. */
async function begunRun() {
  const jobId = randomUUID();
  const connection = await testConnection(prisma, { syncState: 'running', syncJobId: jobId });
  const { id: connectionId } = connection;
  const { id } = await testAutomation(prisma, { connection });
  const { sheetId } = await testSheet(prisma, { connectionId });
  const claim = { connectionId, jobId, attempt: 0, dirtyAt: null };
  const automation = () => prisma.automation.findUniqueOrThrow({ where: { id } });
  const sheet = () => prisma.sheet.findFirstOrThrow({ where: { sheetId } });
  const mark = () =>
    prisma.$transaction((tx) =>
      markConnectionDirty({ tx, queue, connectionId, automationIds: [id], sheetIds: [sheetId] }),
    );
  const record = async (seen: Awaited<ReturnType<typeof readBoth>>, attempt = 0) => {
    const at = new Date();
    const names = { added: 0, removed: 0, optionCount: 0, warnings: [], names: {}, fingerprint: 'f' };
    const result = { outcome: 'unchanged', ...names } as const;
    const run = { due: seen, result, at, durationMs: 1, calls: 1, passId: randomUUID() };
    const context = testContext({ prisma, pool, queue });
    await recordRun(context, {
      ...toRunRecord(run),
      claim: { ...claim, attempt },
      hasOutgoingWebhooks: false,
    });
    const read = [{ sheetId, name: 'Clients', version: 7, volatile: false }];
    const marks = [{ sheetId, dirtyAt: seen.sheet.dirtyAt }];
    await recordSheets(pool, { claim: { ...claim, attempt }, at, read, lost: [], marks });
  };
  const readBoth = async () => ({ automation: await automation(), sheet: await sheet() });
  const marked = async () => {
    const now = await readBoth();
    return [now.automation.dirtyAt, now.sheet.dirtyAt];
  };
  const seen = () => ({
    at: new Date(),
    read: [{ sheetId, name: 'Clients', version: 7, volatile: false }],
    lost: [],
    marks: [],
  });
  const finish = (attempt = 0) => recordSheetsAndFinish(pool, { claim: { ...claim, attempt }, ...seen() });
  const connectionNow = () => prisma.smartsheetConnection.findUniqueOrThrow({ where: { id: connectionId } });
  return { connectionId, connectionNow, finish, mark, readBoth, record, marked, automation, sheet };
}

test('a run takes the marks away that it saw, and leaves those that came later', async () => {
  const { mark, readBoth, record, marked, sheet } = await begunRun();
  await mark();
  const seen = await readBoth();
  await mark();
  await record(seen);
  expect(await marked()).toEqual([expect.any(Date), expect.any(Date)]);
  await record(await readBoth());
  expect(await marked()).toEqual([null, null]);
  expect(await sheet()).toMatchObject({ name: 'Clients', version: 7 });
});

test('a run that was replaced records nothing and leaves the marks', async () => {
  const { mark, readBoth, record, marked, automation } = await begunRun();
  await mark();
  await expect(record(await readBoth(), 1)).rejects.toThrow(ClaimLostError);
  expect(await marked()).toEqual([expect.any(Date), expect.any(Date)]);
  expect(await automation()).toMatchObject({ lastRunAt: null });
});

test('the record of the sheets ends the run when nothing came in', async () => {
  const { finish, sheet, connectionNow } = await begunRun();
  expect(await finish()).toEqual({ outcome: 'idle' });
  expect(await sheet()).toMatchObject({ name: 'Clients', version: 7 });
  expect(await connectionNow()).toMatchObject({ syncState: 'idle', syncJobId: null, dirtyAt: null });
  await expect(finish()).rejects.toThrow(ClaimLostError);
});

test('a run whose connection is marked while it waits for the row records its sheets and goes on', async () => {
  const { connectionId, connectionNow, finish, sheet } = await begunRun();
  const dirtyAt = new Date();
  let finishing: ReturnType<typeof finish> | undefined;
  await prisma.$transaction(async (tx) => {
    await tx.smartsheetConnection.update({ where: { id: connectionId }, data: { dirtyAt } });
    finishing = finish();
    await expect.poll(() => countLockWaits(pool)).toBeGreaterThan(0);
  });
  expect(await finishing).toMatchObject({ outcome: 'again', claim: { connectionId, dirtyAt } });
  expect(await sheet()).toMatchObject({ version: 7 });
  expect(await connectionNow()).toMatchObject({ syncState: 'running', dirtyAt });
});

test('a run that is replaced while it waits for the row neither ends nor records anything', async () => {
  const { connectionId, connectionNow, finish, sheet } = await begunRun();
  const before = await sheet();
  let finishing: Promise<unknown> | undefined;
  await prisma.$transaction(async (tx) => {
    await tx.smartsheetConnection.update({ where: { id: connectionId }, data: { syncAttempt: 1 } });
    finishing = finish().catch((error: unknown) => error);
    await expect.poll(() => countLockWaits(pool)).toBeGreaterThan(0);
  });
  expect(await finishing).toBeInstanceOf(ClaimLostError);
  expect(await sheet()).toEqual(before);
  expect(await connectionNow()).toMatchObject({ syncState: 'running', syncAttempt: 1 });
});
