import { backOffAfterOutage } from '@picksync/db';
import { testConnection, testDatabase } from '@picksync/db/testing';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { claimDueConnections, recordSweeps, type Swept } from './sweeps.store.ts';

const database = await testDatabase();
afterAll(database.close);
const { prisma, pool } = database;
beforeEach(() => pool.query('DELETE FROM smartsheet_connections'));

const claim = () => claimDueConnections(prisma, { limit: 10 });

/** A connection that was due some minutes ago, by the database's clock. */
async function due(minutesAgo: number, more: object = {}): Promise<string> {
  const { id } = await testConnection(prisma, more);
  await pool.query(
    'UPDATE smartsheet_connections SET next_sweep_at = clock_timestamp() - make_interval(secs => $2) WHERE id = $1',
    [id, minutesAgo * 60],
  );
  return id;
}

/** In how many minutes a connection is due, and how long ago it was swept, by the database's clock. */
async function readDue(id: string): Promise<{ ahead: number; swept: number | null }> {
  const { rows } = await pool.query(
    `SELECT extract(epoch FROM next_sweep_at - clock_timestamp())::float8 / 60 AS ahead,
       extract(epoch FROM clock_timestamp() - last_swept_at)::float8 / 60 AS swept
     FROM smartsheet_connections WHERE id = $1`,
    [id],
  );
  return rows[0];
}

async function sweepAs(again: Swept['again'], isSwept = true): Promise<void> {
  const claimed = await claim();
  await recordSweeps(
    prisma,
    claimed.map(({ id: connectionId, dueAt, claimedUntil }) => ({
      connectionId,
      dueAt,
      claimedUntil,
      again,
      isSwept,
    })),
  );
}

test('a connection keeps its place in the window, however late it was looked at', async () => {
  const [punctual, late] = [await due(0), await due(4)];
  await sweepAs('next_window');
  expect((await readDue(punctual)).ahead).toBeCloseTo(15, 0);
  expect((await readDue(late)).ahead).toBeCloseTo(11, 0);
  expect((await readDue(late)).swept).toBeCloseTo(0, 0);
});

test('a connection that one sweep is claiming is left to it, and another does not wait for it', async () => {
  const id = await due(1);
  await prisma.$transaction(async (tx) => {
    expect(await claimDueConnections(tx, { limit: 10 })).toMatchObject([{ id }]);
    expect(await claim()).toEqual([]);
  });
});

test('connections that fell behind by a whole window get new places, spread over it', async () => {
  const ids = await Promise.all(Array.from({ length: 10 }, () => due(600)));
  await sweepAs('next_window');
  const places = await Promise.all(ids.map(async (id) => (await readDue(id)).ahead));
  for (const minutes of places) {
    expect(minutes).toBeGreaterThan(-0.5);
    expect(minutes).toBeLessThanOrEqual(15);
  }
  expect(new Set(places.map((minutes) => minutes.toFixed(3))).size).toBeGreaterThan(5);
});

test('a connection that was not looked at is due in a minute, or at once when nobody tried', async () => {
  const id = await due(3);
  await sweepAs('soon', false);
  expect((await readDue(id)).ahead).toBeCloseTo(1, 0);
  expect((await readDue(id)).swept).toBeNull();

  await pool.query(
    "UPDATE smartsheet_connections SET next_sweep_at = clock_timestamp() - interval '3 minutes'",
  );
  await sweepAs('as_before', false);
  expect((await readDue(id)).ahead).toBeCloseTo(-3, 0);
});

test('a sweep whose claim ran out does not change when a connection is due', async () => {
  const id = await due(1);
  const [stopped] = await claim();
  if (!stopped) throw new Error('Nothing was due');
  expect(await claim()).toEqual([]);
  await pool.query(
    "UPDATE smartsheet_connections SET next_sweep_at = clock_timestamp() - interval '1 minute'",
  );
  await sweepAs('next_window');
  const before = await readDue(id);

  const { dueAt, claimedUntil } = stopped;
  await recordSweeps(prisma, [{ connectionId: id, dueAt, claimedUntil, again: 'soon', isSwept: false }]);
  expect((await readDue(id)).ahead).toBeCloseTo(before.ahead, 1);
});

test('a connection for which Smartsheet could not be reached is left alone by sweeps and by jobs', async () => {
  const id = await due(1);
  const retryingSince = async () =>
    (await prisma.smartsheetConnection.findUniqueOrThrow({ where: { id } })).retryingSince;
  await backOffAfterOutage(prisma, id);
  expect(await claim()).toEqual([]);
  const since = await retryingSince();
  expect(since).not.toBeNull();
  await backOffAfterOutage(prisma, id);
  expect(await retryingSince()).toEqual(since);

  // The pause is over. A job that waits finds out by itself; where none does, the sweep does.
  await pool.query('UPDATE smartsheet_connections SET parked_until = NULL');
  await prisma.smartsheetConnection.update({ where: { id }, data: { syncState: 'queued', syncJobId: id } });
  expect(await claim()).toEqual([]);
  await prisma.smartsheetConnection.update({ where: { id }, data: { syncState: 'idle', syncJobId: null } });
  await sweepAs('next_window');
  expect(await retryingSince()).toBeNull();
});

test('records of many connections, in any order and beside each other, never wait in a circle', async () => {
  await Promise.all(Array.from({ length: 10 }, () => due(1)));
  const claimed = await claim();
  const swept = claimed.map(({ id: connectionId, dueAt, claimedUntil }) => ({
    connectionId,
    dueAt,
    claimedUntil,
    again: 'soon' as const,
    isSwept: true,
  }));
  for (let round = 0; round < 20; round += 1) {
    await Promise.all([recordSweeps(prisma, swept), recordSweeps(prisma, swept.toReversed())]);
  }
  expect(await claim()).toEqual([]);
});
