import { nextCursorHeader, type Run } from '@picksync/contracts';
import type { AutomationRun } from '@picksync/db';
import { testAutomation, testConnection } from '@picksync/db/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const minute = (number: number) => new Date(Date.UTC(2026, 0, 1, 0, number));

async function userWithAutomation() {
  const { userId, headers } = await app.signIn();
  const automation = await testAutomation(app.db, { connection: await testConnection(app.db, { userId }) });
  const { id: automationId, name: automationName } = automation;
  type Kept = Pick<AutomationRun, 'trigger' | 'answer' | 'passId'>;
  const addRun = async (at: Date, run: Partial<Omit<Run, keyof Kept> & Kept> = {}, action?: string) => {
    const { outcome = 'unchanged', added = 0, removed = 0, optionCount = 40, details = null } = run;
    const { trigger = null, answer = null, passId = null, rowsAdded = 0, rowsDeleted = 0 } = run;
    const counts = { added, removed, optionCount };
    const rows = { rowsAdded, rowsDeleted };
    await app.db.automationRun.create({
      data: {
        ...{
          automationId,
          at,
          outcome,
          ...counts,
          ...rows,
          durationMs: 90,
          calls: 2,
          trigger,
          answer,
          passId,
        },
        details: action ? null : details,
      },
    });
    if (!action) return;
    await app.db.activityLog.create({
      data: {
        ...{ userId, automationId, automationName, timestamp: at, action, outcome, details, ...counts },
        status: outcome === 'failed' ? 'error' : 'success',
      },
    });
  };
  const read = (query: Record<string, string> = {}) =>
    app.app.inject({ url: `/api/configurations/${automationId}/runs`, headers, query });
  return { automationId, headers, addRun, read };
}

test('the runs of an automation are listed newest first: what came of each, and who asked for it', async () => {
  const { addRun, read } = await userWithAutomation();
  await addRun(
    minute(1),
    { outcome: 'changed', added: 2, removed: 1, details: 'Two added.' },
    'update_dropdown',
  );
  await addRun(minute(2));
  await addRun(minute(3), { details: 'Nothing had to be changed.' }, 'manual_sync');
  await addRun(
    minute(4),
    { outcome: 'failed', optionCount: null, details: 'The column is locked.' },
    'update_dropdown',
  );
  const contested = {
    outcome: 'failed',
    optionCount: null,
    details: 'Something else keeps changing it.',
  } as const;
  await addRun(minute(5), contested, 'pause_automation');
  const common = {
    durationMs: 90,
    calls: 2,
    passId: null,
    copy: null,
    restoredBefore: null,
    answeredBy: null,
    added: 0,
    removed: 0,
    optionCount: 40,
    rowsAdded: 0,
    rowsDeleted: 0,
    renamed: 0,
    cellsRenamed: 0,
    cellsLocked: 0,
    details: null,
    trigger: 'automatic',
  };
  const id = expect.any(String);
  expect((await read()).json()).toEqual([
    { ...common, ...contested, id, at: minute(5).toISOString(), trigger: 'pause' },
    {
      ...common,
      id,
      at: minute(4).toISOString(),
      outcome: 'failed',
      optionCount: null,
      details: 'The column is locked.',
    },
    {
      ...common,
      id,
      at: minute(3).toISOString(),
      outcome: 'unchanged',
      trigger: 'user',
      details: 'Nothing had to be changed.',
    },
    { ...common, id, at: minute(2).toISOString(), outcome: 'unchanged' },
    {
      ...common,
      id,
      at: minute(1).toISOString(),
      outcome: 'changed',
      added: 2,
      removed: 1,
      details: 'Two added.',
    },
  ]);
});

test('a run says what had it looked at, and which runs belong together', async () => {
  const { addRun, read } = await userWithAutomation();
  const passId = crypto.randomUUID();
  for (const [index, trigger] of (
    ['user', 'change', 'check', 'creation', 'settings', 'pause'] as const
  ).entries())
    await addRun(minute(index), { trigger, passId });
  // The entry in the activity names an answer to a review like a sync by hand.
  await addRun(minute(9), { trigger: 'settings', passId }, 'manual_sync');
  const runs: Run[] = (await read()).json();
  expect(runs.map(({ trigger }) => trigger)).toEqual([
    'settings',
    'pause',
    'settings',
    'creation',
    'check',
    'change',
    'user',
  ]);
  expect(new Set(runs.map((run) => run.passId))).toEqual(new Set([passId]));
});

test('a run that carried out an answer says which, and who gave it', async () => {
  const { addRun, read } = await userWithAutomation();
  await addRun(minute(1), { trigger: 'settings', answer: 'approved' });
  await addRun(minute(2), { trigger: 'settings', answer: 'kept' });
  await addRun(minute(3), { trigger: 'pause', answer: 'approved' });
  const runs: Run[] = (await read()).json();
  expect(runs.map(({ trigger }) => trigger)).toEqual(['pause', 'review_kept', 'review_approved']);
  expect(runs.map(({ answeredBy }) => answeredBy)).toEqual(runs.map(() => expect.stringContaining('@')));
});

test('an automation that never ran has no runs, and sees none of another one', async () => {
  const other = await userWithAutomation();
  await other.addRun(minute(1));
  const { read } = await userWithAutomation();
  const reply = await read();
  expect([reply.statusCode, reply.json()]).toEqual([200, []]);
});

test('pages of runs follow one another without gap or repetition, also where times are equal', async () => {
  const { addRun, read } = await userWithAutomation();
  for (const added of [1, 2, 3]) await addRun(minute(1), { outcome: 'changed', added }, 'update_dropdown');
  await addRun(minute(0), { outcome: 'changed', added: 4 });
  const seen: number[] = [];
  let cursor: string | undefined;
  do {
    const reply = await read({ limit: '1', ...(cursor && { cursor }) });
    seen.push(...reply.json().map(({ added }: Run) => added));
    cursor = reply.headers[nextCursorHeader]?.toString();
  } while (cursor);
  expect(seen.toSorted()).toEqual([1, 2, 3, 4]);
  expect(seen.at(-1)).toBe(4);
});

test('a cursor that is none of ours and a page that is too long are refused', async () => {
  const { read } = await userWithAutomation();
  for (const query of [{ cursor: 'nonsense' }, { limit: '101' }] as Record<string, string>[]) {
    const reply = await read(query);
    expect([reply.statusCode, reply.json().code]).toEqual([400, 'validation_failed']);
  }
});

test('a run tells what it did to the rows of its source, and why it waits although that was entered once', async () => {
  const { addRun, read } = await userWithAutomation();
  await addRun(minute(1), { outcome: 'changed', rowsAdded: 2, rowsDeleted: 1 });
  const details = 'This sync would remove 9 of 10 options, so nothing was changed.';
  await addRun(minute(2), { outcome: 'waiting_review', removed: 9, details });
  const runs: Run[] = (await read()).json();
  expect(runs).toMatchObject([{ details }, { rowsAdded: 2, rowsDeleted: 1, details: null }]);
});

test('a run tells of the copy of the list before it, and what is known of the file', async () => {
  const { automationId, addRun, read, headers } = await userWithAutomation();
  const { sheetId, targetColumnId: columnId } = await app.db.automation.findUniqueOrThrow({
    where: { id: automationId },
  });
  const file = {
    sheetId,
    columnId,
    contentHash: 'c',
    bytes: 9,
    listHash: 'l',
    optionCount: 46,
    fileName: 'Picksync Client.csv',
  };
  const states: [lost: string | null, sheet: string, state: string][] = [
    [null, sheetId, 'kept'],
    ['gone', sheetId, 'gone'],
    ['changed', sheetId, 'changed'],
    ['expired', sheetId, 'expired'],
    [null, '7', 'elsewhere'],
  ];
  for (const [index, [lostAs, place]] of states.entries()) {
    const at = minute(index);
    const copy = await app.db.listCopy.create({
      data: { ...file, automationId, sheetId: place, lostAs, at, runAt: at, attachmentId: `${index}` },
    });
    await addRun(at);
    await app.db.automationRun.updateMany({ where: { automationId, at }, data: { copyId: copy.id } });
  }
  const runs: Run[] = (await read()).json();
  expect(runs.map(({ copy }) => copy?.state).toReversed()).toEqual(states.map(([, , state]) => state));
  expect(runs.at(-1)?.copy).toEqual({
    id: expect.any(String),
    keptAt: minute(0).toISOString(),
    optionCount: 46,
    fileName: 'Picksync Client.csv',
    state: 'kept',
    restoredAt: null,
  });
  const shown = await app.app.inject({ url: `/api/configurations/${automationId}`, headers });
  expect(shown.json()).toMatchObject({ copyCount: 1, restore: null });
});
