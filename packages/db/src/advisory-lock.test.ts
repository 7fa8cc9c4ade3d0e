import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { afterAll, afterEach, expect, onTestFinished, test } from 'vitest';
import { type AdvisoryLocks, LockLostError, openAdvisoryLocks } from './advisory-lock.ts';
import { testDatabase, toNetworkUrl } from './testing.ts';

const db = await testDatabase();
const opened: AdvisoryLocks[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((locks) => locks.close()));
  // The server frees the locks of a session a moment after its client has left.
  await expect.poll(countSessions).toBe(0);
});
afterAll(db.close);

function open(): AdvisoryLocks {
  const locks = openAdvisoryLocks({ url: db.url });
  opened.push(locks);
  return locks;
}

async function countSessions(): Promise<number> {
  const { rows } = await db.pool.query(
    "SELECT FROM pg_stat_activity WHERE application_name = 'picksync-locks' AND datname = current_database()",
  );
  return rows.length;
}

// A session tells its client that it ends before its locks are free: both have happened when the answer is here.
const cutConnections = () =>
  db.pool.query(
    "SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity WHERE application_name = 'picksync-locks' AND datname = current_database()",
  );

test('a lock is had by one process at a time', async () => {
  const [one, two] = [open(), open()];
  const lock = await one.tryLock('account');
  expect(lock).toBeDefined();
  expect(await two.tryLock('account')).toBeUndefined();
  await lock?.release();
  expect(await two.tryLock('account')).toBeDefined();
});

test('a process cannot have a lock twice', async () => {
  const locks = open();
  await locks.tryLock('account');
  expect(await locks.tryLock('account')).toBeUndefined();
});

test('locks of different names do not get in each other’s way', async () => {
  const [one, two] = [open(), open()];
  expect(await one.tryLock('account 1')).toBeDefined();
  expect(await two.tryLock('account 2')).toBeDefined();
});

test('a single one of 32 concurrent callers gets the lock', async () => {
  const processes = Array.from({ length: 8 }, open);
  const tries = await Promise.all(
    processes.flatMap((locks) => Array.from({ length: 4 }, () => locks.tryLock('account'))),
  );
  expect(tries.filter(Boolean)).toHaveLength(1);
});

test('a holder that loses the connection is told, and another can take the lock', async () => {
  const [one, two] = [open(), open()];
  const lock = await one.tryLock('account');
  if (!lock) throw new Error('not locked');
  expect(lock.signal.aborted).toBe(false);
  await cutConnections();
  await expect.poll(() => lock.signal.aborted).toBe(true);
  expect(await two.tryLock('account')).toBeDefined();
});

test('the next lock is taken on a new connection after one was lost', async () => {
  const locks = open();
  const lost = await locks.tryLock('account');
  await cutConnections();
  await expect.poll(() => lost?.signal.aborted).toBe(true);
  const again = await locks.tryLock('account');
  expect(again?.signal.aborted).toBe(false);
});

test('releasing a lock that was lost does not release the one somebody took since', async () => {
  const [one, two, three] = [open(), open(), open()];
  const lost = await one.tryLock('account');
  await cutConnections();
  await expect.poll(() => lost?.signal.aborted).toBe(true);
  await two.tryLock('account');
  await lost?.release();
  expect(await three.tryLock('account')).toBeUndefined();
});

test('tryLock fails without a database, and works once there is one', async () => {
  const nowhere = openAdvisoryLocks({ url: 'postgresql://nobody:no@127.0.0.1:1/none' });
  await expect(nowhere.tryLock('account')).rejects.toThrow(/ECONNREFUSED/);
  await nowhere.close();
});

test('a lock that was given but not told of does not stay behind', async () => {
  const slow = await slowLine(db.url);
  const here = openAdvisoryLocks({ url: slow.url, answerTimeoutMs: 200 });
  opened.push(here);
  const kept = await here.tryLock('another');
  slow.holdAnswers();
  await expect(here.tryLock('account')).rejects.toThrow(/timeout/);
  expect(kept?.signal.aborted).toBe(true);
  slow.letGo();
  const elsewhere = open();
  await expect.poll(async () => (await elsewhere.tryLock('account')) !== undefined).toBe(true);
});

test('a process that says nothing loses its locks, and knows it when it goes on', async () => {
  const stopped = openAdvisoryLocks({ url: db.url, sessionTimeoutMs: 1_000 });
  opened.push(stopped);
  const lock = await stopped.tryLock('account');
  if (!lock) throw new Error('not locked');
  lock.assertHeld();
  // Blocks the event loop as a long computation does, or a machine that was put to sleep: no timer runs meanwhile.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_500);
  expect(lock.signal.aborted).toBe(false);
  expect(lock.assertHeld).toThrow(LockLostError);
  expect(lock.signal.aborted).toBe(true);
  const other = open();
  await expect.poll(async () => (await other.tryLock('account')) !== undefined).toBe(true);
  const again = await stopped.tryLock('another');
  again?.assertHeld();
});

test('a lock is held for as long as its process is heard of', async () => {
  const locks = openAdvisoryLocks({ url: db.url, sessionTimeoutMs: 1_000 });
  opened.push(locks);
  const lock = await locks.tryLock('account');
  const since = performance.now();
  await expect.poll(() => performance.now() - since).toBeGreaterThan(2_500);
  lock?.assertHeld();
  expect(await open().tryLock('account')).toBeUndefined();
});

test('a session that holds nothing ends, and the next lock opens another', async () => {
  const locks = openAdvisoryLocks({ url: db.url, sessionTimeoutMs: 100 });
  opened.push(locks);
  const countSessions = async () => {
    const { rows } = await db.pool.query(
      "SELECT FROM pg_stat_activity WHERE application_name = 'picksync-locks' AND datname = current_database()",
    );
    return rows.length;
  };
  await expect.poll(countSessions).toBe(0);
  const lock = await locks.tryLock('account');
  expect(await countSessions()).toBe(1);
  await lock?.release();
  await expect.poll(countSessions).toBe(0);
  expect(await locks.tryLock('account')).toBeDefined();
});

/** The way to a database on which answers can be held back. */
async function slowLine(to: string) {
  const { port, hostname } = toNetworkUrl(to);
  const lines: Socket[] = [];
  const line = createServer((client) => {
    const server = connect(Number(port), hostname);
    lines.push(server);
    client.pipe(server).pipe(client);
    for (const end of [client, server]) end.on('error', () => {});
    client.on('close', () => server.destroy());
  });
  await new Promise<void>((resolve) => line.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void line.close());
  const url = new URL(to);
  url.host = `127.0.0.1:${(line.address() as AddressInfo).port}`;
  return {
    url: url.href,
    holdAnswers: () => {
      for (const server of lines) server.pause();
    },
    letGo: () => {
      for (const server of lines) server.resume();
    },
  };
}
