import { afterAll, beforeAll, expect, test } from 'vitest';
import { beginSync } from '../testing/begin-sync.ts';
import { countLockWaits, testAutomation, testConnection, testDatabase, testSheet } from '../testing.ts';
import { type JobPriority, jobPriorities } from './catalog.ts';
import type { Deferral } from './connection-backoff.ts';
import { deferSync, finishSync, recordSlowness } from './connection-queue.ts';
import { type MarkReason, type Marks, markConnectionDirty } from './mark-connection.ts';
import { openQueue, type Queue } from './queue.ts';
import { repairConnections } from './repair-connections.ts';
import { assertClaimHolds, ClaimLostError, claimHolds, type SyncClaim } from './sync-claim.ts';

const db = await testDatabase({ poolSize: 20 });
let queue: Queue;
beforeAll(async () => {
  queue = await openQueue({ url: db.url, onError: () => {} });
});
afterAll(async () => {
  await queue.stop({ graceMs: 0 });
  await db.close();
});

const mark = (marks: Marks & { priority?: JobPriority; reason?: MarkReason | undefined }) =>
  db.prisma.$transaction((tx) => markConnectionDirty({ tx, queue, ...marks }));

const readRow = (id: string) => db.prisma.smartsheetConnection.findUniqueOrThrow({ where: { id } });

const findJobs = async (connectionId: string) =>
  (
    await db.pool.query(
      `SELECT id, state, priority, start_after FROM pgboss.job
       WHERE name = 'sync-connection' AND data->>'connectionId' = $1 ORDER BY created_on`,
      [connectionId],
    )
  ).rows;

/** A connection whose job runs, first try. */
async function running() {
  const { id } = await testConnection(db.prisma);
  await mark({ connectionId: id });
  const [job] = await findJobs(id);
  const claim = await beginSync(db.prisma, { id: job.id, attempt: 0, payload: { connectionId: id } });
  if (!claim) throw new Error('The job did not begin');
  return { id, jobId: job.id as string, claim };
}

test('only the run itself records how Smartsheet answers it, and the next one begins without that', async () => {
  const { id, jobId, claim } = await running();
  const slowSince = async () => (await readRow(id)).slowSince;
  await recordSlowness(db.prisma, { claim: { ...claim, attempt: 1 }, slowForMs: 5000 });
  expect(await slowSince()).toBeNull();
  await recordSlowness(db.prisma, { claim, slowForMs: 5000 });
  expect(await slowSince()).not.toBeNull();
  await recordSlowness(db.prisma, { claim, slowForMs: null });
  expect(await slowSince()).toBeNull();
  await recordSlowness(db.prisma, { claim, slowForMs: 5000 });
  await beginSync(db.prisma, { id: jobId, attempt: 1, payload: { connectionId: id } });
  expect(await slowSince()).toBeNull();
});

test('the first mark of a connection at rest enqueues its job, the next ones do not', async () => {
  const { id } = await testConnection(db.prisma);
  expect(await mark({ connectionId: id })).toBe(true);
  expect(await mark({ connectionId: id })).toBe(false);
  const jobs = await findJobs(id);
  expect(jobs).toHaveLength(1);
  expect(await readRow(id)).toMatchObject({ syncState: 'queued', syncJobId: jobs[0].id });
});

test('an automation is marked with why, and of several marks that one run serves the most telling one counts', async () => {
  const connection = await testConnection(db.prisma);
  const { id } = await testAutomation(db.prisma, { connection });
  const reasonAfter = async (priority: JobPriority, reason?: 'creation') => {
    await mark({ connectionId: connection.id, automationIds: [id], priority, reason });
    return (await db.prisma.automation.findUniqueOrThrow({ where: { id } })).dirtyReason;
  };
  expect(await reasonAfter('sweep')).toBe('check');
  expect(await reasonAfter('event')).toBe('change');
  expect(await reasonAfter('sweep')).toBe('change');
  expect(await reasonAfter('person')).toBe('settings');
  expect(await reasonAfter('event')).toBe('settings');
  expect(await reasonAfter('person', 'creation')).toBe('creation');
  expect(await reasonAfter('person')).toBe('creation');
  await db.prisma.automation.update({ where: { id }, data: { dirtyAt: null } });
  expect(await reasonAfter('sweep')).toBe('check');
});

test('two hundred marks at once make one job', async () => {
  const { id } = await testConnection(db.prisma);
  const enqueued = await Promise.all(Array.from({ length: 200 }, () => mark({ connectionId: id })));
  expect(enqueued.filter(Boolean)).toHaveLength(1);
  expect(await findJobs(id)).toHaveLength(1);
});

test('a mark whose transaction is rolled back never was', async () => {
  const { id } = await testConnection(db.prisma);
  const attempt = db.prisma.$transaction(async (tx) => {
    await markConnectionDirty({ tx, queue, connectionId: id });
    throw new Error('no');
  });
  await expect(attempt).rejects.toThrow('no');
  expect(await findJobs(id)).toEqual([]);
  expect(await readRow(id)).toMatchObject({ syncState: 'idle', syncJobId: null, dirtyAt: null });
});

test('a connection that is not connected keeps the mark and waits', async () => {
  const { id } = await testConnection(db.prisma, { status: 'needs_reconnect' });
  expect(await mark({ connectionId: id })).toBe(false);
  expect(await readRow(id)).toMatchObject({ syncState: 'idle', dirtyAt: expect.any(Date) });
});

test('a job that follows a pause of long ago is due when it was sent, and not since that pause', async () => {
  const { id } = await testConnection(db.prisma, { parkedUntil: new Date('2020-01-01T00:00:00Z') });
  await mark({ connectionId: id });
  const [job] = await findJobs(id);
  expect(job.start_after.getTime()).toBeGreaterThan(new Date('2020-01-02T00:00:00Z').getTime());
});

test('a parked connection is not worked before its time', async () => {
  const parkedUntil = new Date('2099-01-01T00:00:00Z');
  const { id } = await testConnection(db.prisma, { parkedUntil });
  await mark({ connectionId: id });
  expect(await findJobs(id)).toEqual([expect.objectContaining({ start_after: parkedUntil })]);
});

test('a run during which nothing came in ends at rest', async () => {
  const { id, claim } = await running();
  expect(await finishSync(db.prisma, claim)).toEqual({ outcome: 'idle' });
  expect(await readRow(id)).toMatchObject({ syncState: 'idle', syncJobId: null, dirtyAt: null });
});

test('marks during a run cause exactly one further run', async () => {
  const { id, claim } = await running();
  for (let count = 0; count < 5; count += 1) await mark({ connectionId: id });
  const first = await finishSync(db.prisma, claim);
  if (first.outcome !== 'again') throw new Error(first.outcome);
  expect(await finishSync(db.prisma, first.claim)).toEqual({ outcome: 'idle' });
  expect(await findJobs(id)).toHaveLength(1);
});

test('a mark in the same millisecond as the one a run saw still counts', async () => {
  const { id, claim } = await running();
  await db.pool.query('UPDATE smartsheet_connections SET dirty_at = $2 WHERE id = $1', [id, claim.dirtyAt]);
  await mark({ connectionId: id });
  expect((await finishSync(db.prisma, claim)).outcome).toBe('again');
});

test('a run that lost the job to a later try can neither begin nor finish it', async () => {
  const { id, jobId, claim } = await running();
  const job = { id: jobId, payload: { connectionId: id } };
  const taken = await beginSync(db.prisma, { ...job, attempt: 1 });
  expect(taken).toMatchObject({ attempt: 1 });
  expect(await beginSync(db.prisma, { ...job, attempt: 0 })).toBeUndefined();
  expect(await beginSync(db.prisma, { ...job, attempt: 1 })).toBeUndefined();
  expect(await finishSync(db.prisma, claim)).toEqual({ outcome: 'lost' });
  expect(await readRow(id)).toMatchObject({ syncState: 'running', syncAttempt: 1 });
});

test('a claim holds until another run stands for the connection, and not while that is being decided', async () => {
  const { id, jobId, claim } = await running();
  const holds = async (held: SyncClaim) =>
    (await db.prisma.$queryRaw<unknown[]>`SELECT FROM smartsheet_connections WHERE ${claimHolds(held)}`)
      .length;
  const assertHolds = (held: SyncClaim) => db.prisma.$transaction((tx) => assertClaimHolds(tx, held));
  expect(await holds(claim)).toBe(1);
  await assertHolds(claim);

  const order: string[] = [];
  const asserted = Promise.withResolvers<void>();
  const recorded = db.prisma.$transaction(async (tx) => {
    await assertClaimHolds(tx, claim);
    asserted.resolve();
    await expect.poll(() => countLockWaits(db.pool)).toBeGreaterThan(0);
    order.push('recorded');
  });
  await asserted.promise;
  const job = { id: jobId, attempt: 1, payload: { connectionId: id } };
  const taken = await beginSync(db.prisma, job);
  order.push('taken over');
  await recorded;

  expect(order).toEqual(['recorded', 'taken over']);
  expect(await holds(claim)).toBe(0);
  await expect(assertHolds(claim)).rejects.toThrow(ClaimLostError);
  if (!taken) throw new Error('The job was not taken over');
  await assertHolds(taken);
});

const defer = (claim: SyncClaim, deferral: Deferral, priority = 1) =>
  db.prisma.$transaction((tx) => deferSync({ tx, queue, claim, deferral, priority }));

test('a run that is deferred goes on later, in a new job, by the clock of the database', async () => {
  const { id, jobId, claim } = await running();
  expect(await defer(claim, { reason: 'limited', delayMs: 60_000 })).toBe(true);
  const { syncState, syncJobId, parkedUntil } = await readRow(id);
  expect(syncState).toBe('queued');
  expect(syncJobId).not.toBe(jobId);
  const { rows } = await db.pool.query(
    "SELECT $1 - clock_timestamp() BETWEEN interval '50 seconds' AND interval '60 seconds' AS ahead",
    [parkedUntil],
  );
  expect(rows).toEqual([{ ahead: true }]);
  expect((await findJobs(id)).find((job) => job.id === syncJobId).start_after).toEqual(parkedUntil);
  expect(await finishSync(db.prisma, claim)).toEqual({ outcome: 'lost' });
  expect(await defer(claim, { reason: 'turn_over' })).toBe(false);
});

test('a pause counts as a limit of the provider only when the provider asked for it', async () => {
  const [limited, paced] = [await running(), await running()];
  await defer(limited.claim, { reason: 'limited', delayMs: 60_000 });
  await defer(paced.claim, { reason: 'paced', delayMs: 60_000 });
  const { parkedUntil, limitedUntil } = await readRow(limited.id);
  expect(limitedUntil).toEqual(parkedUntil);
  expect(await readRow(paced.id)).toMatchObject({ parkedUntil: expect.any(Date), limitedUntil: null });
});

test('a pause does not end before one that the provider asked for, nor does it become one by itself', async () => {
  const [parked, free] = [await running(), await running()];
  const parkedUntil = new Date('2099-01-01T00:00:00Z');
  await db.prisma.smartsheetConnection.update({ where: { id: parked.id }, data: { parkedUntil } });
  for (const { claim } of [parked, free]) await defer(claim, { reason: 'busy', delayMs: 60_000 });
  expect((await readRow(parked.id)).parkedUntil).toEqual(parkedUntil);
  expect((await findJobs(parked.id)).at(-1)).toMatchObject({ start_after: parkedUntil });
  expect((await readRow(free.id)).parkedUntil).toBeNull();
});

test('a request during a deferred run is served at once, unless the provider asked for the pause', async () => {
  const [waiting, parked] = [await running(), await running()];
  await defer(waiting.claim, { reason: 'busy', delayMs: 600_000 });
  await defer(parked.claim, { reason: 'limited', delayMs: 600_000 });
  const { syncJobId: late } = await readRow(waiting.id);

  const asked = await Promise.all(Array.from({ length: 20 }, () => mark({ connectionId: waiting.id })));
  expect(asked.filter(Boolean)).toHaveLength(1);
  const { syncState, syncJobId } = await readRow(waiting.id);
  expect(syncState).toBe('queued');
  const jobs = await findJobs(waiting.id);
  expect(jobs.find(({ id }) => id === syncJobId).start_after.getTime()).toBeLessThan(Date.now() + 5000);
  const job = { id: String(late), attempt: 0, payload: { connectionId: waiting.id } };
  expect(await beginSync(db.prisma, job)).toBeUndefined();

  expect(await mark({ connectionId: parked.id })).toBe(false);
});

test('a mark that waits for a run to be deferred is served at once, like one that comes later', async () => {
  const { id, claim } = await running();
  const { promise: mayCommit, resolve: commit } = Promise.withResolvers<void>();
  const { promise: isDeferred, resolve: deferred } = Promise.withResolvers<void>();
  const deferring = db.prisma.$transaction(async (tx) => {
    await deferSync({
      tx,
      queue,
      claim,
      deferral: { reason: 'sheet_backoff', delayMs: 600_000 },
      priority: 1,
    });
    deferred();
    await mayCommit;
  });
  await isDeferred;
  const marking = mark({ connectionId: id });
  await expect.poll(() => countLockWaits(db.pool)).toBe(1);
  commit();
  await deferring;
  expect(await marking).toBe(true);
  const { syncJobId } = await readRow(id);
  const job = (await findJobs(id)).find((one) => one.id === syncJobId);
  expect(job.start_after.getTime()).toBeLessThan(Date.now() + 5000);
});

/** How many seconds a connection is left alone from now on, by the database's clock. */
async function secondsParked(id: string): Promise<number> {
  const { rows } = await db.pool.query(
    'SELECT extract(epoch FROM parked_until - clock_timestamp())::float8 AS s FROM smartsheet_connections WHERE id = $1',
    [id],
  );
  return rows[0].s;
}

test('an outage keeps a connection alone for a minute at least, longer the longer it lasts, and no mark cuts that', async () => {
  const { id, claim } = await running();
  await defer(claim, { reason: 'outage', delayMs: 0 });
  expect(await secondsParked(id)).toBeGreaterThan(55);
  expect(await secondsParked(id)).toBeLessThan(67);
  const { parkedUntil, syncJobId } = await readRow(id);
  expect(await mark({ connectionId: id })).toBe(false);
  expect(await mark({ connectionId: id, priority: 'person' })).toBe(true);
  const raised = await readRow(id);
  expect(raised.parkedUntil).toEqual(parkedUntil);
  expect(raised.syncJobId).not.toBe(syncJobId);
  const job = (await findJobs(id)).find((one) => one.id === raised.syncJobId);
  expect(job.start_after).toEqual(parkedUntil);

  for (const [minutes, least, most] of [
    [5, 4.9 * 60, 5.6 * 60],
    [600, 14.9 * 60, 16.6 * 60],
  ] as const) {
    await db.pool.query(
      `UPDATE smartsheet_connections SET parked_until = NULL, sync_state = 'running',
         retrying_since = clock_timestamp() - make_interval(mins => $2) WHERE id = $1`,
      [id, minutes],
    );
    const { syncJobId: jobId, syncAttempt: attempt } = await readRow(id);
    await defer({ ...claim, jobId: String(jobId), attempt }, { reason: 'outage', delayMs: 0 });
    expect(await secondsParked(id)).toBeGreaterThan(least);
    expect(await secondsParked(id)).toBeLessThan(most);
  }
});

test('a run that reaches Smartsheet ends the outage', async () => {
  const { id, claim } = await running();
  await db.prisma.smartsheetConnection.update({ where: { id }, data: { retryingSince: new Date() } });
  await finishSync(db.prisma, claim);
  expect(await readRow(id)).toMatchObject({ syncState: 'idle', retryingSince: null });
});

test("the job of a person's request goes before those that wait, once", async () => {
  const { id } = await testConnection(db.prisma);
  expect(await mark({ connectionId: id, priority: 'sweep' })).toBe(true);
  expect(await mark({ connectionId: id, priority: 'person' })).toBe(true);
  expect(await mark({ connectionId: id, priority: 'person' })).toBe(false);
  expect(await mark({ connectionId: id, priority: 'event' })).toBe(false);
  const { syncJobId } = await readRow(id);
  const jobs = await findJobs(id);
  expect(jobs).toHaveLength(2);
  expect(jobs.find((job) => job.id === syncJobId)).toMatchObject({ priority: 2 });
  const [old] = jobs.filter((job) => job.id !== syncJobId);
  const begun = { attempt: 0, payload: { connectionId: id } };
  expect(await beginSync(db.prisma, { ...begun, id: old.id })).toBeUndefined();
  expect(await beginSync(db.prisma, { ...begun, id: String(syncJobId) })).toBeDefined();
});

test('a person who asks during a run does not wait behind everybody when its rest is deferred, once', async () => {
  const { id, claim } = await running();
  const deferRest = async (rest: SyncClaim) => {
    await defer(rest, { reason: 'turn_over' }, jobPriorities.sweep);
    const { syncJobId, syncPriority } = await readRow(id);
    const job = (await findJobs(id)).find((one) => one.id === syncJobId);
    expect(job.priority).toBe(syncPriority);
    const begun = await beginSync(db.prisma, { id: job.id, attempt: 0, payload: { connectionId: id } });
    return { priority: job.priority, claim: begun ?? claim };
  };
  await mark({ connectionId: id, priority: 'event' });
  const noticed = await deferRest(claim);
  await mark({ connectionId: id, priority: 'person' });
  await mark({ connectionId: id, priority: 'event' });
  const asked = await deferRest(noticed.claim);
  const rest = await deferRest(asked.claim);
  const { sweep, person } = jobPriorities;
  expect([noticed, asked, rest].map(({ priority }) => priority)).toEqual([sweep, person, sweep]);
});

test('a sheet that moved marks itself and the automations on both its sides, no others', async () => {
  const connection = await testConnection(db.prisma);
  const sheet = await testSheet(db.prisma, { connectionId: connection.id });
  const reads = await testAutomation(db.prisma, { connection, sourceSheetId: sheet.sheetId });
  const writes = await testAutomation(db.prisma, { connection, sheetId: sheet.sheetId });
  const other = await testAutomation(db.prisma, { connection });
  await mark({ connectionId: connection.id, sheetIds: [sheet.sheetId] });
  const where = { connectionId: connection.id, dirtyAt: { not: null } };
  const marked = await db.prisma.automation.findMany({ where });
  expect(marked.map(({ id }) => id).sort()).toEqual([reads.id, writes.id].sort());
  expect(marked.map(({ id }) => id)).not.toContain(other.id);
  expect(await db.prisma.sheet.count({ where })).toBe(1);
});

test('a connection whose job is gone or over gets a new one; those with a living job are left alone', async () => {
  const [gone, failed, alive] = [await running(), await running(), await running()];
  await db.pool.query('DELETE FROM pgboss.job WHERE id = $1', [gone.jobId]);
  await db.pool.query("UPDATE pgboss.job SET state = 'failed' WHERE id = $1", [failed.jobId]);
  expect(await repairConnections({ prisma: db.prisma, queue })).toBe(2);
  for (const { id, jobId } of [gone, failed]) {
    const row = await readRow(id);
    expect(row.syncState).toBe('queued');
    expect(row.syncJobId).not.toBe(jobId);
    expect((await findJobs(id)).map((job) => job.id)).toContain(row.syncJobId);
  }
  expect(await readRow(alive.id)).toMatchObject({ syncState: 'running', syncJobId: alive.jobId });
  // What went to the dead letters rests for a while, unless something is asked of it.
  const secondsAhead = async ({ id }: { id: string }) =>
    ((await findJobs(id)).at(-1).start_after.getTime() - Date.now()) / 1000;
  expect(await secondsAhead(gone)).toBeLessThan(5);
  expect(await secondsAhead(failed)).toBeGreaterThan(4 * 60);
  expect(await mark({ connectionId: failed.id })).toBe(true);
  expect(await secondsAhead(failed)).toBeLessThan(5);
  expect(await repairConnections({ prisma: db.prisma, queue })).toBe(0);
});

test('a disconnected connection whose job is gone goes to rest', async () => {
  const { id, jobId } = await running();
  await db.pool.query('DELETE FROM pgboss.job WHERE id = $1', [jobId]);
  await db.prisma.smartsheetConnection.update({ where: { id }, data: { status: 'disconnected' } });
  await repairConnections({ prisma: db.prisma, queue });
  expect(await readRow(id)).toMatchObject({ syncState: 'idle', syncJobId: null });
});
