import { randomUUID } from 'node:crypto';
import { runWarnings } from '@picksync/contracts';
import {
  type Automation,
  beginStatement,
  ClaimLostError,
  finishSync,
  openQueue,
  type Prisma,
  recordCallbacks,
} from '@picksync/db';
import {
  countLockWaits,
  testAutomation,
  testConnection,
  testDatabase,
  testSheet,
} from '@picksync/db/testing';
import { openPrepaidCalls, prepayStatement } from '@picksync/smartsheet-account';
import { afterAll, expect, test } from 'vitest';
import type { RunResult } from '../runs/run-result.ts';
import { recordRun } from '../runs/runs.store.ts';
import { toRunRecord } from '../runs/to-run-record.ts';
import { testContext } from '../testing/test-context.ts';
import { beginWrite } from '../writes/intents.store.ts';
import { beginSync } from './passes.store.ts';
import { recordSheetsAndFinish } from './sheets.store.ts';

const { prisma, pool, url, close } = await testDatabase();
const queue = await openQueue({ url, onError: () => {} });
afterAll(async () => {
  await queue.stop({ graceMs: 0 });
  await close();
});
const context = testContext({ prisma, pool, queue });

/** A connection whose job may begin, with a budget and a marked automation. */
async function queued() {
  const soon = new Date(Date.now() + 3_600_000);
  const jobId = randomUUID();
  const connection = await testConnection(prisma, {
    syncState: 'queued',
    syncPriority: 1,
    syncStartsAt: new Date(),
    syncJobId: jobId,
    accessTokenSealed: 'x',
    tokenExpiresAt: soon,
    dirtyAt: new Date(),
  });
  const automation = await testAutomation(prisma, { connection, dirtyAt: new Date() });
  await prisma.smartsheetBudget.create({ data: { connectionId: connection.id, fullAt: new Date() } });
  const job = (attempt: number) => ({ id: jobId, attempt, payload: { connectionId: connection.id } });
  const begin = (attempt = 0) => beginSync(pool, job(attempt), (payer) => prepayStatement(payer, new Date()));
  return { connection, automation, job, begin, jobId };
}

test('a job that begins while its user is deleted waits without holding anything up, and ends', async () => {
  const { connection, begin } = await queued();
  let beginning: Promise<unknown> | undefined;
  const deleting = prisma
    .$transaction(async (tx) => {
      await tx.$executeRaw`SELECT FROM users WHERE id = ${connection.userId}::uuid FOR UPDATE`;
      await tx.$executeRaw`SELECT FROM smartsheet_connections WHERE id = ${connection.id}::uuid FOR UPDATE`;
      beginning = begin().catch((error: unknown) => error);
      await expect.poll(() => countLockWaits(pool)).toBeGreaterThan(0);
      await tx.user.delete({ where: { id: connection.userId } });
    })
    .catch((error: unknown) => error);
  expect([await deleting, await beginning]).toEqual([undefined, undefined]);
});

test('a try reads once more when an earlier one has begun while it waited for the budget', async () => {
  const { connection, begin, job } = await queued();
  let beginning: ReturnType<typeof begin> | undefined;
  await prisma.$transaction(async (tx) => {
    await tx.$executeRaw`SELECT FROM smartsheet_budgets WHERE connection_id = ${connection.id}::uuid FOR UPDATE`;
    beginning = begin(1);
    await expect.poll(() => countLockWaits(pool)).toBeGreaterThan(0);
    await prisma.$queryRaw(beginStatement(job(0)));
  });
  expect(await beginning).toMatchObject({ attempt: 1, found: null });
});

const unchanged: RunResult = {
  outcome: 'unchanged',
  added: 0,
  removed: 0,
  optionCount: 0,
  warnings: [],
  names: {},
  fingerprint: 'f',
};

test('a job that read before a mark looks again, also when a callback has left that mark as it was', async () => {
  const { connection, automation, begin } = await queued();
  const { id: connectionId } = connection;
  const { sheetId } = await testSheet(prisma, { connectionId, sheetId: automation.sourceSheetId });
  const sharedSecretSealed = 'sealed';
  const { id: webhookId } = await prisma.smartsheetWebhook.create({
    data: { connectionId, sheetId, status: 'enabled', sharedSecretSealed },
  });
  const readSheet = () => prisma.sheet.findFirstOrThrow({ where: { connectionId } });
  let beginning: ReturnType<typeof begin> | undefined;
  await prisma.$transaction(async (tx) => {
    await tx.$executeRaw`SELECT FROM smartsheet_budgets WHERE connection_id = ${connectionId}::uuid FOR UPDATE`;
    beginning = begin();
    await expect.poll(() => countLockWaits(pool)).toBeGreaterThan(0);
    const callback = () =>
      recordCallbacks([{ webhookId, sharedSecretSealed, nonce: randomUUID() }], { pool, queue });
    await callback();
    const { dirtyAt } = await readSheet();
    await callback();
    expect(await readSheet()).toMatchObject({ dirtyAt });
  });
  const begun = await beginning;
  if (!begun) throw new Error('The job did not begin');
  expect(begun.found?.sheets).toEqual(new Map([[sheetId, { dirtyAt: null }]]));
  expect(await finishSync(prisma, begun)).toMatchObject({ outcome: 'again' });
  expect(await readSheet()).toMatchObject({ dirtyAt: expect.any(Date) });
});

/** A connection that is worked on, with an automation and what records its run. */
async function running(data: Partial<Prisma.AutomationUncheckedCreateInput> = {}) {
  const jobId = randomUUID();
  const connection = await testConnection(prisma, { syncState: 'running', syncJobId: jobId });
  const { id } = await testAutomation(prisma, { connection, settingsVersion: 3, ...data });
  const read = () => prisma.automation.findUniqueOrThrow({ where: { id } });
  const claim = { connectionId: connection.id, jobId, attempt: 0, dirtyAt: null };
  const record = (automation: Automation, result: RunResult, hasOutgoingWebhooks = false) => {
    const run = {
      due: { automation },
      result,
      at: new Date(),
      durationMs: 1,
      calls: 1,
      passId: randomUUID(),
    };
    return recordRun(context, { ...toRunRecord(run), claim, hasOutgoingWebhooks });
  };
  return { connection, id, read, claim, record };
}

test('a run is recorded although a name ends in half a character', async () => {
  const { read, record, id } = await running();
  const names = { sheetName: 'Plan \ud83d', targetColumnName: 'ok {"}\' 😀' };
  await record(await read(), { ...unchanged, outcome: 'changed', added: 1, names });
  expect(await read()).toMatchObject({ sheetName: 'Plan \ufffd', targetColumnName: 'ok {"}\' 😀' });
  expect(await prisma.activityLog.findFirst({ where: { automationId: id } })).not.toBeNull();
});

test('a run that is entered in the activity locks its user before its automation', async () => {
  const { connection, id, read, record } = await running({ lastError: 'It was locked.' });
  const automation = await read();
  let recording: Promise<unknown> | undefined;
  await prisma.$transaction(async (tx) => {
    await tx.$executeRaw`SELECT FROM users WHERE id = ${connection.userId}::uuid FOR UPDATE`;
    recording = record(automation, unchanged);
    await expect.poll(() => countLockWaits(pool)).toBeGreaterThan(0);
    await tx.$executeRaw`SELECT FROM automations WHERE id = ${id}::uuid FOR UPDATE NOWAIT`;
  });
  await recording;
  expect(await prisma.activityLog.count({ where: { automationId: id } })).toBe(1);
});

const intentOf = (automation: Automation) => ({
  sheetId: automation.sheetId,
  columnId: automation.targetColumnId,
  fingerprint: 'f',
  validation: null,
  added: 1,
  removed: 0,
  optionCount: 1,
});

test.each(['deleted', 'edited'])('no write is begun of an automation that is being %s', async (what) => {
  const { id, read, claim } = await running();
  const automation = {
    ...(await read()),
    intent: null,
    rowIntent: null,
    renameIntent: null,
    lacksClaim: false,
  };
  let beginning: Promise<unknown> | undefined;
  await prisma.$transaction(async (tx) => {
    if (what === 'deleted') await tx.automation.delete({ where: { id } });
    else await tx.automation.update({ where: { id }, data: { ignoreCase: true } });
    beginning = beginWrite({ prisma, pool }, { automation, intent: intentOf(automation), claim }).catch(
      (e: unknown) => e,
    );
    await expect.poll(() => countLockWaits(pool)).toBeGreaterThan(0);
  });
  expect(await beginning).toBe(false);
});

test('prepared statements go on when a migration adds columns', async () => {
  const one = await running();
  const two = await queued();
  const three = await queued();
  for (let n = 0; n < 8; n += 1) {
    const q = await queued();
    await q.begin();
    await one.record(await one.read(), unchanged);
  }
  await prisma.$executeRaw`ALTER TABLE smartsheet_connections ADD COLUMN extra text`;
  await prisma.$executeRaw`ALTER TABLE automations ADD COLUMN extra text`;
  await prisma.$executeRaw`ALTER TABLE users ADD COLUMN extra text`;
  expect(await Promise.all([two.begin(), three.begin()])).toMatchObject([
    { isPrepaid: true },
    { isPrepaid: true },
  ]);
  await one.record(await one.read(), { ...unchanged, outcome: 'changed' });
});

test('a run that ends while its user is deleted waits without holding its budget', async () => {
  const { connection, claim } = await running();
  const connectionId = connection.id;
  await prisma.smartsheetBudget.create({ data: { connectionId, fullAt: new Date() } });
  const seen = {
    claim,
    at: new Date(),
    read: [{ sheetId: '71', name: 'S', version: 1, volatile: false }],
    lost: [],
    marks: [],
  };
  let ending: Promise<unknown> | undefined;
  await prisma.$transaction(async (tx) => {
    await tx.$executeRaw`SELECT FROM smartsheet_connections WHERE id = ${connectionId}::uuid FOR UPDATE`;
    ending = recordSheetsAndFinish(pool, seen, openPrepaidCalls(connection, {} as never).end()).catch(
      (error: unknown) => error,
    );
    await expect.poll(() => countLockWaits(pool)).toBeGreaterThan(0);
    await tx.user.delete({ where: { id: connection.userId } });
  });
  expect(await ending).toBeInstanceOf(ClaimLostError);
});

test('a plain run is recorded in one statement as it is step by step', async () => {
  const texts = ['', ' ', '"', "'", '\\', '{a,b}', 'NULL', '😀', '\u2028', 'a,b', `x`.repeat(5_000)];
  const names = { sheetName: texts.join(''), targetColumnName: '{"a": null}', sourceSheetPermalink: null };
  const hashes = [...texts, ...Array.from({ length: 5_000 }, (_, n) => `hash ${n}`)];
  const state = {
    baseHashes: new Set(hashes),
    keptHashes: new Set(texts),
    excludedHashes: new Set<string>(),
    heldAgainst: '"',
    leaving: [{ hash: 'h', leavesAt: new Date('2099-01-01T00:00:00.001Z') }],
  };
  const outsideChanges = [new Date('1969-12-31T23:59:59.999Z'), new Date(0)];
  const before = { lastError: 'It was locked.', dirtyAt: new Date('1969-12-31T23:59:59.999Z') };
  const results = ['changed', 'unchanged'].map((outcome) => ({
    ...unchanged,
    outcome,
    names,
    warnings: Object.keys(runWarnings),
    state,
    outsideChanges,
  }));
  for (const result of results as unknown as RunResult[]) {
    const recorded = async (hasOutgoingWebhooks: boolean) => {
      const { id, connection, read, record } = await running(before);
      await record(await read(), result, hasOutgoingWebhooks);
      const [automation] = await prisma.$queryRaw<object[]>`
        SELECT to_jsonb(a) - ARRAY['id', 'user_id', 'connection_id', 'created_at', 'updated_at', 'last_run_at',
          'last_updated', 'sheet_id', 'source_sheet_id', 'source_column_id', 'target_column_id'] AS row,
          updated_at = last_run_at AS dated FROM automations a WHERE id = ${id}::uuid`;
      const runs = await prisma.$queryRaw`
        SELECT to_jsonb(r) - ARRAY['id', 'automation_id', 'at', 'pass_id'] AS row FROM automation_runs r
        WHERE automation_id = ${id}::uuid`;
      const entries = await prisma.$queryRaw`
        SELECT to_jsonb(l) - ARRAY['id', 'automation_id', 'user_id', 'group_id', 'timestamp'] AS row FROM activity_logs l
        WHERE automation_id = ${id}::uuid`;
      const { dropdownUpdates } = await prisma.user.findUniqueOrThrow({ where: { id: connection.userId } });
      return { automation, runs, entries, dropdownUpdates };
    };
    const atOnce = await recorded(false);
    expect(atOnce).toMatchObject({ automation: { dated: true }, runs: [{}], entries: [{}] });
    expect(atOnce).toEqual(await recorded(true));
  }
});
