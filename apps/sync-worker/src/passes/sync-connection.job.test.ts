import { beforeEach, describe, expect, test } from 'vitest';
import type { TestAccount } from '../testing/world.ts';
import { openWorldWithWorker } from '../testing/world-with-worker.ts';

const { world, worker, atRest, readRow } = await openWorldWithWorker();
let account: TestAccount;

beforeEach(async () => {
  account = await world.newAccount();
});

const findActivity = (automationId: string) =>
  world.prisma.activityLog.findMany({ where: { automationId }, orderBy: { timestamp: 'asc' } });
const countCalls = async ({ email }: TestAccount = account) => (await world.sandbox.calls()).accounts[email];

/** Syncs, and does something else while Smartsheet keeps the first call of `operation` waiting. */
async function meanwhile(operation: string, id: string, work: () => Promise<unknown>): Promise<void> {
  await world.sandbox.faults({ hold: 'before', operations: [operation], accounts: [account.email] });
  await world.mark(account.connection.id, { automationIds: [id] });
  await expect.poll(async () => (await world.sandbox.held()).length).toBeGreaterThan(0);
  await work();
  await world.sandbox.faults({});
  await atRest(account);
}

/** Marks an automation and waits until its connection is at rest again. */
async function sync(automationId: string): Promise<void> {
  await world.mark(account.connection.id, { automationIds: [automationId] });
  await atRest(account);
}

test('a dropdown follows its source, and what came of it is written down in counts', async () => {
  const { automation, source, target } = await world.newAutomation({
    account,
    values: ['Acme', 'Bolt', null, 'Acme', 'Cedar'],
    options: ['Bolt', 'Gone'],
  });
  await sync(automation.id);

  expect(await world.readOptions(automation)).toEqual(['Acme', 'Bolt', 'Cedar']);
  expect(await readRow(automation.id)).toMatchObject({
    lastRunOutcome: 'changed',
    lastRunAdded: 2,
    lastRunRemoved: 1,
    lastRunOptionCount: 3,
    lastError: null,
    dirtyAt: null,
    sourceSheetName: source.name,
    sheetName: target.name,
  });
  expect(await findActivity(automation.id)).toMatchObject([
    {
      action: 'update_dropdown',
      status: 'success',
      added: 2,
      removed: 1,
      details: `Pick in ${target.name}: 2 options added, 1 option removed.`,
    },
  ]);
  expect(await world.prisma.automationRun.findMany({ where: { automationId: automation.id } })).toMatchObject(
    [
      {
        outcome: 'changed',
        calls: 3,
        trigger: 'change',
        passId: expect.any(String),
        delayMs: expect.any(Number),
      },
    ],
  );
  expect(await world.prisma.sheet.findMany({ where: { connectionId: account.connection.id } })).toHaveLength(
    2,
  );
});

test('a second run writes nothing and tells nothing', async () => {
  const { automation } = await world.newAutomation({ account, values: ['a', 'b'], options: [] });
  await sync(automation.id);
  await world.sandbox.forgetCalls();
  await sync(automation.id);

  expect(await countCalls()).toMatchObject({ calls: 2, writes: 0 });
  expect(await readRow(automation.id)).toMatchObject({ lastRunOutcome: 'unchanged', lastRunOptionCount: 2 });
  expect(await findActivity(automation.id)).toHaveLength(1);
});

test('a dropdown that is written counts for its user, one that is found right does not', async () => {
  const updates = async () =>
    (await world.prisma.user.findUniqueOrThrow({ where: { id: account.connection.userId } })).dropdownUpdates;
  const before = await updates();
  const { automation } = await world.newAutomation({ account, values: ['a'], options: [] });
  await sync(automation.id);
  await sync(automation.id);
  expect(await updates()).toBe(before + 1);
});

test('a sync asked for by hand is always answered in the activity, once', async () => {
  const { automation } = await world.newAutomation({ account, values: ['a'], options: ['a'] });
  const { id } = automation;
  await world.prisma.automation.update({ where: { id }, data: { manualSyncAt: new Date() } });
  await sync(id);
  await sync(id);

  expect(await findActivity(id)).toMatchObject([{ action: 'manual_sync', status: 'success' }]);
  expect(await readRow(id)).toMatchObject({ manualSyncAt: null });
});

test('automations of one source share one read of it', async () => {
  const first = await world.newAutomation({ account, values: ['a', 'b'], options: [] });
  const second = await world.newAutomation({ account, source: first.source, values: [], options: ['z'] });
  await world.sandbox.forgetCalls();
  await world.mark(account.connection.id, {
    automationIds: [first.automation.id, second.automation.id],
  });
  await atRest(account);

  // One source, and for each of two destinations a read and a write.
  expect(await countCalls()).toMatchObject({ calls: 5, writes: 2 });

  const runs = await world.prisma.automationRun.findMany({
    where: { automation: { connectionId: account.connection.id } },
  });
  expect(new Set(runs.map(({ passId }) => passId)).size).toBe(1);
});

test('columns of one destination are read together and written one after another', async () => {
  const first = await world.newAutomation({ account, values: ['a'], options: [] });
  const second = await world.newAutomation({
    account,
    values: ['b'],
    options: [],
    target: first.target,
    fields: { targetColumnId: await addDropdown(first.target.id) },
  });
  const others = await Promise.all(
    [1, 2, 3].map(() => world.newAutomation({ account, values: ['c'], options: [] })),
  );
  await world.sandbox.forgetCalls();
  const all = [first, second, ...others].map(({ automation }) => automation.id);
  await world.mark(account.connection.id, { automationIds: all });
  await atRest(account);

  const { largestWriteOverlap } = await world.sandbox.calls();
  expect(largestWriteOverlap).toBe(1);
  const calls = await countCalls();
  expect(calls).toMatchObject({ calls: 5 + 4 + 5, writes: 5 });
  expect(calls?.largestOverlap).toBeLessThanOrEqual(4);
});

async function addDropdown(sheetId: string): Promise<string> {
  const body = [{ title: 'Other', type: 'PICKLIST', options: [], index: 2 }];
  type Added = { result: { id: number }[] };
  const path = `/2.0/sheets/${sheetId}/columns`;
  const { result } = await world.sandbox.call<Added>('POST', path, body, account.token);
  return String(result[0]?.id);
}

test('a multi-select dropdown keeps its type, its validation and its cells', async () => {
  const { automation, target } = await world.newAutomation({
    account,
    values: ['New', 'Old, one'],
    options: ['Old, one', 'Two'],
    column: { type: 'MULTI_PICKLIST', validation: true },
  });
  const path = `/2.0/sheets/${target.id}?level=2&include=objectValue`;
  type Sheet = { columns: { type: string; validation: boolean }[]; rows: { cells: unknown[] }[] };
  const look = () => world.sandbox.call<Sheet>('GET', path, undefined, account.token);
  const chosen = { objectType: 'MULTI_PICKLIST', values: ['Old, one', 'Two'] };
  const cells = [{ columnId: Number(automation.targetColumnId), objectValue: chosen }];
  await world.sandbox.call(
    'POST',
    `/2.0/sheets/${target.id}/rows`,
    [{ toBottom: true, cells }],
    account.token,
  );
  const before = await look();
  await sync(automation.id);

  const after = await look();
  expect(await world.readOptions(automation)).toEqual(['New', 'Old, one']);
  expect(after.columns[1]).toMatchObject({
    type: 'MULTI_PICKLIST',
    validation: before.columns[1]?.validation,
  });
  expect(after.rows.map((row) => row.cells)).toEqual(before.rows.map((row) => row.cells));
});

describe('a destination that changed alone', () => {
  test('has a run that belongs to no read of the source', async () => {
    const { automation, target } = await world.newAutomation({ account, values: ['a'], options: [] });
    await sync(automation.id);
    await world.mark(account.connection.id, { sheetIds: [target.id] });
    await atRest(account);

    const where = { automationId: automation.id };
    const runs = await world.prisma.automationRun.findMany({ where, orderBy: { at: 'asc' } });
    expect(runs.map(({ outcome, passId }) => [outcome, passId])).toEqual([
      ['changed', expect.any(String)],
      ['unchanged', null],
    ]);
  });

  test('costs no read of the source, unless the dropdown was changed by hand', async () => {
    const { automation, target } = await world.newAutomation({ account, values: ['a', 'b'], options: [] });
    await sync(automation.id);
    await world.sandbox.forgetCalls();
    await world.mark(account.connection.id, { sheetIds: [target.id] });
    await atRest(account);
    expect(await countCalls()).toMatchObject({ calls: 1 });

    const path = `/2.0/sheets/${target.id}/columns/${automation.targetColumnId}`;
    await world.sandbox.call('PUT', path, { type: 'PICKLIST', options: ['by hand'] }, account.token);
    await world.sandbox.forgetCalls();
    await world.mark(account.connection.id, { sheetIds: [target.id] });
    await atRest(account);
    expect(await countCalls()).toMatchObject({ calls: 3, writes: 1 });
    expect(await world.readOptions(automation)).toEqual(['a', 'b']);
  });
});

describe('a run that would take too much away', () => {
  test('writes nothing and waits for a review', async () => {
    const options = Array.from({ length: 12 }, (_, index) => `o${index}`);
    const { automation } = await world.newAutomation({ account, values: ['o1'], options });
    await sync(automation.id);

    expect(await world.readOptions(automation)).toEqual(options);
    const row = await readRow(automation.id);
    expect(row).toMatchObject({
      lastRunOutcome: 'waiting_review',
      lastErrorReason: 'wipe_guard',
      lastRunRemoved: 11,
    });
    expect(row.review).toMatchObject({ removed: 11, sourceVersion: expect.any(Number) });
    expect(await findActivity(automation.id)).toMatchObject([{ status: 'warning' }]);
  });
});

describe('an error of one automation is reported once, and the others go on', () => {
  test.each([
    ['target_sheet_gone', { sheetId: '7777777777777777' }],
    ['target_column_gone', { targetColumnId: '7777777777777777' }],
    ['source_sheet_gone', { sourceSheetId: '7777777777777777' }],
    ['source_column_gone', { sourceColumnId: '7777777777777777' }],
  ])('%s', async (reason, fields) => {
    const broken = await world.newAutomation({ account, values: ['a'], options: [], fields });
    const fine = await world.newAutomation({ account, values: ['b'], options: [] });
    const ids = [broken.automation.id, fine.automation.id];
    await world.mark(account.connection.id, { automationIds: ids });
    await atRest(account);
    await world.mark(account.connection.id, { automationIds: ids });
    await atRest(account);

    const row = await readRow(broken.automation.id);
    expect(row).toMatchObject({ lastErrorReason: reason, lastRunOutcome: 'failed', dirtyAt: null });
    expect(row.failingSince).not.toBeNull();
    expect(row.lastError).toMatch(/Choose another/);
    expect(await findActivity(broken.automation.id)).toMatchObject([
      { status: 'error', details: row.lastError },
    ]);
    expect(await world.readOptions(fine.automation)).toEqual(['b']);
  });

  test('a column that was locked is written again when it is unlocked', async () => {
    const { automation, target } = await world.newAutomation({ account, values: ['a'], options: [] });
    const path = `/2.0/sheets/${target.id}/columns/${automation.targetColumnId}`;
    const lock = (locked: boolean) => world.sandbox.call('PUT', path, { locked }, account.token);
    await lock(true);
    await sync(automation.id);
    expect(await readRow(automation.id)).toMatchObject({ lastErrorReason: 'target_column_locked' });
    await lock(false);
    await sync(automation.id);
    expect(await readRow(automation.id)).toMatchObject({ lastError: null, failingSince: null });
    expect(await world.readOptions(automation)).toEqual(['a']);
  });
});

test('an error of ours is kept for a person to look at, and does not stop the others', async () => {
  const { automation } = await world.newAutomation({
    account,
    values: ['a'],
    options: [],
    fields: { sheetId: 'no id of Smartsheet' },
  });
  const fine = await world.newAutomation({ account, values: ['b'], options: [] });
  await world.mark(account.connection.id, { automationIds: [automation.id, fine.automation.id] });
  await atRest(account);

  expect(await readRow(automation.id)).toMatchObject({ lastErrorReason: 'bug', dirtyAt: null });
  expect(await world.readOptions(fine.automation)).toEqual(['b']);
  expect(worker.lines).toContainEqual(
    expect.objectContaining({ msg: 'an automation met a bug', automation: automation.id }),
  );
  const buried = async () => {
    const { rows } = await world.pool.query(
      `SELECT data FROM pgboss.job WHERE name = 'dead-letters' AND data->>'connectionId' = $1`,
      [account.connection.id],
    );
    return rows.length;
  };
  await expect.poll(buried).toBe(1);
});

test('a database that is away for a moment is no fault of an automation: the work is done when it is back', async () => {
  const { automation } = await world.newAutomation({ account, values: ['a'], options: [] });
  const failures = () => worker.findJobs('sync-connection').filter(({ msg }) => msg === 'job failed').length;
  const before = failures();
  await world.pool.query('ALTER TABLE smartsheet_budgets RENAME TO away');
  await world.mark(account.connection.id, { automationIds: [automation.id] });
  await expect.poll(failures).toBeGreaterThan(before);
  await world.pool.query('ALTER TABLE away RENAME TO smartsheet_budgets');
  await atRest(account);

  expect(await readRow(automation.id)).toMatchObject({ lastError: null, failingSince: null, dirtyAt: null });
  expect(await world.readOptions(automation)).toEqual(['a']);
  expect(await findActivity(automation.id)).toMatchObject([{ status: 'success' }]);
});

describe('an error that passes by itself', () => {
  test('a limited connection is left alone for a minute, and nothing is held against the automation', async () => {
    const { automation } = await world.newAutomation({ account, values: ['a'], options: [] });
    await world.sandbox.faults({ storm: true, accounts: [account.email] });
    await world.mark(account.connection.id, { automationIds: [automation.id] });
    await expect.poll(() => worker.lines.some(({ ended }) => ended === 'deferred')).toBe(true);

    const { syncState, parkedUntil, status } = await world.readConnection(account);
    expect({ syncState, status }).toEqual({ syncState: 'queued', status: 'connected' });
    expect(parkedUntil?.getTime()).toBeGreaterThan(Date.now() + 50_000);
    const row = await readRow(automation.id);
    expect(row).toMatchObject({ lastError: null, failingSince: null, lastRunAt: null });
    expect(row.dirtyAt).not.toBeNull();
  });

  test.each(['fewer', 'missing', 'repeated', 'strange'])(
    'an answer with %s rows takes nothing away and is held against nobody',
    async (rows) => {
      const values = Array.from({ length: 10 }, (_, index) => `v${index}`);
      const { automation, source } = await world.newAutomation({ account, values, options: values });
      await world.sandbox.faults({ rows, sheets: [source.id] });
      await world.mark(account.connection.id, { automationIds: [automation.id] });
      const wasRead = async () => ((await countCalls())?.operations['sheets.get'] ?? 0) > 0;
      await expect.poll(wasRead).toBe(true);
      await expect.poll(async () => (await world.readConnection(account)).syncState).toBe('queued');

      expect(await world.readOptions(automation)).toEqual(values);
      const row = await readRow(automation.id);
      expect(row).toMatchObject({ lastError: null, failingSince: null, lastRunAt: null, review: null });
      expect(row.dirtyAt).not.toBeNull();
    },
  );

  test('a source that comes in pages is read to its end', async () => {
    const values = Array.from({ length: 10 }, (_, index) => `v${index}`);
    const { automation, source } = await world.newAutomation({ account, values, options: [] });
    await world.sandbox.faults({ rowsPerAnswer: 4, sheets: [source.id] });
    await sync(automation.id);
    expect(await world.readOptions(automation)).toEqual(values);
  });

  test('an outage of one call is not noticed', async () => {
    const { automation } = await world.newAutomation({ account, values: ['a'], options: [] });
    await world.sandbox.faults({ errorRate: 1, errorStatus: 503, accounts: [account.email], times: 1 });
    await sync(automation.id);
    expect(await world.readOptions(automation)).toEqual(['a']);
  });
});

describe('a connection that Smartsheet refuses', () => {
  test('is stopped and told once, with its marks kept', async () => {
    const first = await world.newAutomation({ account, values: ['a'], options: [] });
    const second = await world.newAutomation({ account, values: ['b'], options: [] });
    await world.sandbox.faults({ revoke: [account.email] });
    await world.mark(account.connection.id, {
      automationIds: [first.automation.id, second.automation.id],
    });
    await atRest(account);

    expect(await world.readConnection(account)).toMatchObject({
      status: 'needs_reconnect',
      statusReason: 'revoked',
    });
    const told = await world.prisma.activityLog.findMany({ where: { userId: account.connection.userId } });
    expect(told).toMatchObject([{ action: 'disconnect_smartsheet', status: 'error' }]);
    expect((await readRow(first.automation.id)).dirtyAt).not.toBeNull();
    expect(await readRow(first.automation.id)).toMatchObject({ lastError: null });

    await world.sandbox.forgetCalls();
    expect(await world.mark(account.connection.id)).toBe(false);
    expect(await countCalls()).toBeUndefined();
  });

  test('an expired token is refreshed on the way', async () => {
    const fleeting = await world.newAccount({ expiresIn: 0 });
    const { automation } = await world.newAutomation({ account: fleeting, values: ['a'], options: [] });
    await world.mark(fleeting.connection.id, { automationIds: [automation.id] });
    await atRest(fleeting);
    expect(await world.readOptions(automation)).toEqual(['a']);
    expect((await world.readConnection(fleeting)).tokenExpiresAt?.getTime()).toBeGreaterThan(Date.now());
  });
});

test('an automation that was paused meanwhile is not written', async () => {
  const { automation } = await world.newAutomation({ account, values: ['a'], options: ['z'] });
  await meanwhile('sheets.get', automation.id, () =>
    world.prisma.automation.update({ where: { id: automation.id }, data: { isActive: false } }),
  );
  expect(await world.readOptions(automation)).toEqual(['z']);
});

describe('an automation that was changed while a run was at it', () => {
  const syncWhile = (operation: string, id: string, data: object) =>
    meanwhile(operation, id, () => world.prisma.automation.update({ where: { id }, data }));

  test('gets no report about how it was before', async () => {
    const { automation } = await world.newAutomation({ account, values: ['a'], options: ['a'] });
    const elsewhere = { targetColumnId: '7777777777777777', targetColumnName: 'Other' };
    await syncWhile('sheets.get', automation.id, elsewhere);
    expect(await readRow(automation.id)).toMatchObject({
      ...elsewhere,
      lastRunOutcome: null,
      lastUpdated: null,
    });
    expect((await readRow(automation.id)).dirtyAt).not.toBeNull();
    expect(await findActivity(automation.id)).toEqual([]);
  });

  test('still tells of a dropdown that was written', async () => {
    const { automation } = await world.newAutomation({ account, values: ['a'], options: [] });
    await syncWhile('columns.update', automation.id, { isActive: false, pausedBy: 'user' });
    expect(await world.readOptions(automation)).toEqual(['a']);
    expect(await readRow(automation.id)).toMatchObject({ isActive: false, lastRunOutcome: null });
    expect(await findActivity(automation.id)).toMatchObject([{ action: 'update_dropdown', added: 1 }]);
  });
});

test('a job leaves one line that says what came of it', async () => {
  const { automation } = await world.newAutomation({ account, values: ['a'], options: [] });
  const before = worker.findJobs('sync-connection').length;
  await sync(automation.id);
  await expect.poll(() => worker.findJobs('sync-connection').length).toBe(before + 1);
  expect(worker.findJobs('sync-connection').at(-1)).toMatchObject({
    msg: 'job done',
    connection: account.connection.id,
    ended: 'done',
    changed: 1,
    attempt: 0,
    ms: expect.any(Number),
    waitedMs: expect.any(Number),
  });
});

describe('an automation that a newer version has written', () => {
  const newer: [string, string][] = [
    ['a mode that this version has never heard of', "mode = 'swap'"],
    ['an order that this version has never heard of', "option_order = 'by_colour'"],
    ['an answer to drift that this version has never heard of', "drift = 'shrug'"],
    ['settings of a later version', 'settings_version = 99'],
  ];

  test.each(newer)('with %s is left alone, its mark is kept, and the others go on', async (_what, change) => {
    await world.pool.query(`ALTER TYPE automation_mode ADD VALUE IF NOT EXISTS 'swap'`);
    await world.pool.query(`ALTER TYPE option_order ADD VALUE IF NOT EXISTS 'by_colour'`);
    await world.pool.query(`ALTER TYPE drift_answer ADD VALUE IF NOT EXISTS 'shrug'`);
    const options = ['keep me'];
    const { automation } = await world.newAutomation({ account, values: ['a'], options });
    const fine = await world.newAutomation({ account, values: ['b'], options: [] });
    const { id } = automation;
    await world.pool.query(`UPDATE automations SET ${change} WHERE id = $1`, [id]);
    await world.mark(account.connection.id, { automationIds: [id, fine.automation.id] });
    await atRest(account);

    expect(await world.readOptions(automation)).toEqual(options);
    expect(await world.readOptions(fine.automation)).toEqual(['b']);
    const { rows } = await world.pool.query('SELECT * FROM automations WHERE id = $1', [id]);
    expect(rows).toMatchObject([{ last_error: null, last_run_at: null, failing_since: null }]);
    expect(rows[0].dirty_at).not.toBeNull();
    expect(worker.lines).toContainEqual(expect.objectContaining({ level: 40, automation: id }));
  });
});

describe('a list that somebody else keeps rewriting', () => {
  async function rewrite(automation: { sheetId: string; targetColumnId: string }, option: string) {
    const path = `/2.0/sheets/${automation.sheetId}/columns/${automation.targetColumnId}`;
    await world.sandbox.call('PUT', path, { type: 'PICKLIST', options: [option] }, account.token);
    await world.mark(account.connection.id, { sheetIds: [automation.sheetId] });
    await atRest(account);
  }

  test('is put right twice within an hour, and then the automation pauses itself and says so', async () => {
    const { automation } = await world.newAutomation({ account, values: ['a'], options: [] });
    const { id } = automation;
    await sync(id);
    for (const option of ['1', '2', '3', '4', '5']) await rewrite(automation, option);

    expect((await findRuns(id)).filter(({ outcome }) => outcome === 'changed')).toHaveLength(3);
    expect(await world.readOptions(automation)).toEqual(['5']);
    expect(await readRow(id)).toMatchObject({
      isActive: false,
      pausedBy: 'system',
      lastErrorReason: 'target_contested',
      lastError: expect.stringContaining('Something else keeps changing'),
      failingSince: null,
    });
    const paused = (await findActivity(id)).filter(({ action }) => action === 'pause_automation');
    expect(paused).toMatchObject([{ status: 'warning' }]);
  });

  test('is put right each time when that happens less often', async () => {
    const { automation } = await world.newAutomation({ account, values: ['a'], options: [] });
    const { id } = automation;
    await sync(id);
    for (const option of ['1', '2', '3', '4']) {
      await rewrite(automation, option);
      const { outsideChanges } = await readRow(id);
      const longAgo = outsideChanges.map((at) => new Date(at.getTime() - 61 * 60_000));
      await world.prisma.automation.update({ where: { id }, data: { outsideChanges: longAgo } });
    }
    expect(await readRow(id)).toMatchObject({ isActive: true, lastRunOutcome: 'changed' });
    expect(await world.readOptions(automation)).toEqual(['a']);
  });

  const findRuns = (automationId: string) => world.prisma.automationRun.findMany({ where: { automationId } });
});

test('a run whose job was given to somebody else writes nothing, neither to Smartsheet nor to rows', async () => {
  const { automation, target } = await world.newAutomation({ account, values: ['a'], options: ['old'] });
  await world.sandbox.faults({ hold: 'after', operations: ['sheets.get'], sheets: [target.id] });
  await world.mark(account.connection.id, { automationIds: [automation.id] });
  const held = async () => (await countCalls())?.operations['sheets.get'] ?? 0;
  await expect.poll(held).toBe(2);
  const { id } = account.connection;
  await world.prisma.smartsheetConnection.update({ where: { id }, data: { syncAttempt: 7 } });
  await world.sandbox.faults({});
  const takenOver = () =>
    worker.lines.some(({ connection, ended }) => connection === id && ended === 'taken over');
  await expect.poll(takenOver).toBe(true);

  expect(await world.readOptions(automation)).toEqual(['old']);
  expect(await readRow(automation.id)).toMatchObject({ lastRunAt: null, dirtyAt: expect.any(Date) });
  expect(await world.prisma.sheet.count({ where: { connectionId: id, lastReadAt: { not: null } } })).toBe(0);
  expect(await world.prisma.writeIntent.count({ where: { automationId: automation.id } })).toBe(0);
});

describe('a sheet that Smartsheet always answers with errors', () => {
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

  /** Marks an automation, and waits until it was tried and could not be read. */
  async function tryInVain(id: string): Promise<void> {
    const triedAt = async () => (await readRow(id)).outageTriedAt?.getTime() ?? 0;
    const before = await triedAt();
    await world.mark(account.connection.id, { automationIds: [id] });
    await expect.poll(triedAt).toBeGreaterThan(before);
  }

  test('does not stop the others, is told once when that lasts, and told again when it is over', async () => {
    const broken = await world.newAutomation({ account, values: ['a'], options: [] });
    const fine = await world.newAutomation({ account, values: ['b'], options: [] });
    const { id } = broken.automation;
    await world.sandbox.faults({ errorRate: 1, sheets: [broken.source.id] });
    await world.mark(account.connection.id, { automationIds: [fine.automation.id] });
    await tryInVain(id);
    await expect.poll(() => world.readOptions(fine.automation)).toEqual(['b']);
    expect(await world.readConnection(account)).toMatchObject({ parkedUntil: null, retryingSince: null });
    expect(await readRow(id)).toMatchObject({
      lastError: null,
      failingSince: null,
      dirtyAt: expect.any(Date),
    });

    // Others of the connection go on meanwhile, and the sheet is left alone.
    await world.sandbox.forgetCalls();
    await world.setRows(account, { sheet: fine.source, column: 'Name', values: { 0: 'c' } });
    await world.mark(account.connection.id, { automationIds: [fine.automation.id] });
    await expect.poll(() => world.readOptions(fine.automation)).toEqual(['c']);
    expect((await countCalls())?.operations['sheets.get']).toBeLessThanOrEqual(4);

    for (const outageSince of [minutesAgo(31), minutesAgo(62)]) {
      const data = { outageSince, outageTriedAt: minutesAgo(20) };
      await world.prisma.automation.update({ where: { id }, data });
      await tryInVain(id);
    }
    expect(await readRow(id)).toMatchObject({
      lastErrorReason: 'sheet_outage',
      lastError: expect.stringMatching(
        /^Smartsheet has answered with errors for a sheet .* since .* UTC\. We keep/,
      ),
      failingSince: null,
      isActive: true,
    });
    expect(await findActivity(id)).toMatchObject([{ action: 'sheet_outage', status: 'warning' }]);

    await world.sandbox.faults({});
    await world.prisma.automation.update({ where: { id }, data: { outageTriedAt: minutesAgo(20) } });
    await sync(id);
    expect(await world.readOptions(broken.automation)).toEqual(['a']);
    expect(await readRow(id)).toMatchObject({ lastError: null, outageSince: null, outageTriedAt: null });
    expect((await findActivity(id)).at(-1)?.details).toMatch(/^Smartsheet answers again\./);
  });
});
