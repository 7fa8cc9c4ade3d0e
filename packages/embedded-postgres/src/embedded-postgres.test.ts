// Slow for a reason: some tests make a database cluster of their own, which takes a second of a core.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, afterEach, expect, onTestFinished, test } from 'vitest';
import { readReason } from './cluster.ts';
import { bundledPostgres } from './platform.ts';
import { chooseAccount } from './run-as.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './start-embedded-postgres.ts';

const folders: string[] = [];
const places = new Map<string, string>();
const servers: EmbeddedPostgres[] = [];
afterEach(() => Promise.all(servers.splice(0).map((server) => server.stop())));
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'picksync-embedded-'));
  folders.push(folder);
  return join(folder, 'postgres');
}

/** Of the tests that do not mind what was in it before: the first of them makes it. */
const used = newFolder();

async function start(dataDir: string, { durable = false } = {}): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, durable, log: noteMovedData });
  servers.push(server);
  return server;
}

/** When the temporary folder is closed to PostgreSQL's account the data is elsewhere, and has to be removed there. */
function noteMovedData(line: string): void {
  const [, wanted, place] = /^(.+) cannot hold the database .+; its data is kept in (.+)\.$/.exec(line) ?? [];
  if (!wanted || !place) return;
  folders.push(place);
  places.set(wanted, place);
}

/** Where the data really is. */
const getPlace = (dataDir: string) => places.get(dataDir) ?? dataDir;

async function query(url: string, sql: string) {
  const client = new pg.Client({ connectionString: url });
  // A server that stops ends its sessions, this one's last moment included.
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

test('data and password outlive a stop and a start', async () => {
  const first = await start(used);
  await query(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
  await first.stop();
  await expect(query(first.url, 'SELECT 1')).rejects.toThrow(/ECONNREFUSED/);
  const second = await start(used);
  expect(await query(second.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
  expect(new URL(second.url).password).toBe(new URL(first.url).password);
});

test('the server refuses connections without the password, which no other user can read', async () => {
  const { url, socketUrl } = await start(used);
  for (const way of [url, socketUrl ?? '']) {
    const wrong = new URL(way);
    wrong.password = 'wrong';
    await expect(query(wrong.href, 'SELECT 1')).rejects.toThrow(/password authentication failed/);
  }
  const [where] = await query(url, "SELECT current_setting('listen_addresses') AS addresses");
  expect(where).toEqual({ addresses: '127.0.0.1' });
  expect(statSync(join(getPlace(used), 'password')).mode & 0o077).toBe(0);
});

test('a data folder in use is refused in one sentence', async () => {
  await start(used);
  await expect(start(used)).rejects.toThrow(
    /^The database in .+ is already running \(process \d+\)\. Stop the other Picksync first, or choose another DATA_DIR\.$/,
  );
});

test('committed rows survive a killed server', async () => {
  const first = await start(used, { durable: true });
  await query(first.url, 'CREATE TABLE committed AS SELECT 42 AS answer');
  process.kill(first.pid, 'SIGKILL');
  await first.exited;
  const second = await start(used, { durable: true });
  expect(await query(second.url, 'SELECT answer FROM committed')).toEqual([{ answer: 42 }]);
});

test('a lock file whose process id has gone to another program does not prevent a start', async () => {
  const first = await start(used);
  await first.stop();
  const cluster = join(getPlace(used), 'cluster');
  writeFileSync(join(cluster, 'postmaster.pid'), `${process.pid}\n${cluster}\n0\n0\n\n\n\nready\n`);
  const second = await start(used);
  expect(await query(second.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

test('a cluster whose making was interrupted is made anew', async () => {
  const dataDir = newFolder();
  mkdirSync(join(dataDir, 'cluster.123'), { recursive: true });
  const { url } = await start(dataDir);
  expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

test('data that may be lost is reached by a socket as well, other data only over the network', async () => {
  const { socketUrl = '' } = await start(used);
  expect(await query(socketUrl, 'SELECT inet_server_addr() AS address')).toEqual([{ address: null }]);
  await servers.pop()?.stop();
  expect((await start(used, { durable: true })).socketUrl).toBeUndefined();
});

test('data of another major version is refused in one sentence', async () => {
  await (await start(used)).stop();
  const version = join(getPlace(used), 'cluster', 'PG_VERSION');
  const ours = readFileSync(version);
  onTestFinished(() => writeFileSync(version, ours));
  writeFileSync(version, '17\n');
  await expect(start(used)).rejects.toThrow(/was made by PostgreSQL 17, this is 18/);
});

const main = fileURLToPath(new URL('main.ts', import.meta.url));

/** The program of a first start, with the address it says. */
async function runMain() {
  const child = spawn(process.execPath, [main], {
    env: { ...process.env, DATA_DIR: newFolder() },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stderr.on('data', (chunk) => String(chunk).split('\n').forEach(noteMovedData));
  const [line] = await once(child.stdout, 'data');
  return { child, ...(JSON.parse(String(line)) as { url: string }) };
}

test('the program says where the database is, and stops when its starter closes the pipe', async () => {
  const { child, url } = await runMain();
  expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  child.stdin.end();
  expect(await once(child, 'exit')).toEqual([0, null]);
  await expect(query(url, 'SELECT 1')).rejects.toThrow(/ECONNREFUSED/);
});

test('no server is left behind when its starter is killed', async () => {
  const { child, url } = await runMain();
  child.kill('SIGKILL');
  const answer = () => query(url, 'SELECT 1').catch(String);
  await expect.poll(answer).toMatch(/ECONNREFUSED/);
});

test('root runs the server under an unprivileged account, the one meant for it first', () => {
  const passwd = ['root:x:0:0::/:/bin/sh', 'nobody:x:65534:65534::/:/bin/false'];
  expect(chooseAccount(0, passwd)).toEqual({ name: 'nobody', uid: 65534, gid: 65534 });
  const withPostgres = [...passwd, 'postgres:x:101:104::/:/bin/sh'];
  expect(chooseAccount(0, withPostgres)).toEqual({ name: 'postgres', uid: 101, gid: 104 });
  expect(chooseAccount(1000, passwd)).toEqual({ name: 'this user' });
  expect(() => chooseAccount(0, [])).toThrow(/refuses to run as root/);
});

test('a port that is taken is said', async () => {
  const taken = await start(used);
  const second = startEmbeddedPostgres({ dataDir: newFolder(), port: taken.port, log: noteMovedData });
  await expect(second).rejects.toThrow('The database did not start: could not create any TCP/IP sockets');
});

test('a machine without bundled binaries is told what to do instead', () => {
  expect(() => bundledPostgres('win32', 'x64')).toThrow(
    'No PostgreSQL is bundled for win32 on x64. Set DATABASE_URL to a PostgreSQL server instead.',
  );
});

test('the reason of a failed cluster is the complaint of initdb, not its cleanup', () => {
  const said = [
    'initdb: error: could not write to file "/data/pg_wal/xlogtemp.7": No space left on device',
    'initdb: removing contents of data directory "/data"',
  ];
  expect(readReason(said.join('\n'))).toBe(
    'could not write to file "/data/pg_wal/xlogtemp.7": No space left on device',
  );
  expect(readReason('no such program\n')).toBe('no such program');
});
