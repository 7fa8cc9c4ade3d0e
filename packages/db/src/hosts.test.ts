// Slow for a reason: two PostgreSQL of their own, of which one takes writes at a time.
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@picksync/embedded-postgres';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { openAdvisoryLocks } from './advisory-lock.ts';
import { openDatabase } from './database.ts';
import { splitHosts } from './hosts.ts';
import { openListener } from './listener.ts';
import { migrate } from './migrate.ts';
import { openQueue } from './queue/queue.ts';
import { isDatabaseUnavailable } from './unavailable.ts';

type Server = Awaited<ReturnType<typeof startEmbeddedPostgres>>;

/** Both under one password. */
let servers: { first: Server; second: Server };
let url: string;

beforeAll(async () => {
  const [first, second] = [await start(), await start()];
  const { username, password, pathname } = new URL(first.url);
  await run(second.url, `ALTER ROLE ${username} PASSWORD '${password}'`);
  servers = { first, second: { ...second, url: first.url.replace(`:${first.port}/`, `:${second.port}/`) } };
  url = `postgresql://${username}:${password}@127.0.0.1:${first.port},127.0.0.1:${second.port}${pathname}?target_session_attrs=read-write`;
  await setReadOnly(first, true);
});

const folders: string[] = [];
afterAll(async () => {
  await Promise.all(Object.values(servers).map(({ stop }) => stop()));
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function start(): Promise<Server> {
  const dataDir = mkdtempSync(join(tmpdir(), 'picksync-hosts-'));
  folders.push(dataDir);
  return startEmbeddedPostgres({ dataDir, durable: false });
}

async function run(address: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}

/** A server whose transactions are read-only is, to a client, what a standby is. */
async function setReadOnly({ url: address }: Server, isOn: boolean): Promise<void> {
  await run(address, `ALTER SYSTEM SET default_transaction_read_only = ${isOn}`);
  await run(address, 'SELECT pg_reload_conf()');
}

test.each([
  [
    'postgres://u:p@a:1,b:2/db?target_session_attrs=read-write',
    ['postgres://u:p@a:1/db', 'postgres://u:p@b:2/db'],
  ],
  [
    'postgresql://u@[::1]:1,b/db?target_session_attrs=read-write&sslmode=verify-full',
    ['postgresql://u@[::1]:1/db?sslmode=verify-full', 'postgresql://u@b/db?sslmode=verify-full'],
  ],
  // What follows the first `@` is still the password: no host of that name is asked, or named in an error.
  [
    'postgres://u:pa@ss,word@a:1,b:2/db',
    ['postgres://u:pa@ss,word@a:1/db', 'postgres://u:pa@ss,word@b:2/db'],
  ],
  ['postgres://u:pa@ss,word@a:1/db', ['postgres://u:pa@ss,word@a:1/db']],
  ['postgres://u:p@a:1/db?application_name=x', ['postgres://u:p@a:1/db?application_name=x']],
])('splits %s into an address for each host', (text, addresses) => {
  expect(splitHosts(text)).toEqual(addresses);
});

test('migrations, pool, queue, locks and listener go to the host that takes writes', async () => {
  await migrate({ url });
  const { prisma, pool, close } = openDatabase({ url, poolSize: 4 });
  onTestFinished(close);
  const ports = Array.from(
    { length: 4 },
    async () => (await pool.query('SELECT inet_server_port() AS port')).rows,
  );
  expect(new Set((await Promise.all(ports)).flat().map(({ port }) => port))).toEqual(
    new Set([servers.second.port]),
  );
  expect(await prisma.user.count()).toBe(0);

  const queue = await openQueue({ url, onError: () => {} });
  onTestFinished(() => queue.stop({ graceMs: 0 }));
  expect(await queue.send(prisma, 'sweep', {})).not.toBeNull();

  const locks = openAdvisoryLocks({ url });
  onTestFinished(() => locks.close());
  expect(await locks.tryLock('hosts')).toBeDefined();

  const heard: string[] = [];
  const listening = Promise.withResolvers<void>();
  const listener = openListener({
    url,
    channel: 'hosts',
    onNotification: (payload) => heard.push(payload),
    onListening: () => listening.resolve(),
    onError: (error) => listening.reject(error),
  });
  onTestFinished(() => listener.close());
  await listening.promise;
  await run(servers.second.url, "NOTIFY hosts, 'here'");
  await expect.poll(() => heard).toEqual(['here']);
});

test('says of each host why it is not the one, as a database that cannot be reached', async () => {
  await setReadOnly(servers.second, true);
  onTestFinished(() => setReadOnly(servers.second, false));
  const { prisma, pool, close } = openDatabase({ url, poolSize: 1 });
  onTestFinished(close);
  const { first, second } = servers;
  await expect(pool.query('SELECT 1')).rejects.toThrow(
    `No host of the database takes writes: 127.0.0.1:${first.port}: it is read-only; 127.0.0.1:${second.port}: it is read-only`,
  );
  const refused = await prisma.user.count().catch((error: unknown) => error);
  expect(isDatabaseUnavailable(refused)).toBe(true);
});

test('does not wait for a host that says nothing until that is given up', async () => {
  const sockets: Socket[] = [];
  const silent = createServer((socket) => void sockets.push(socket.on('error', () => {}).resume())).listen(
    0,
    '127.0.0.1',
  );
  await once(silent, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    silent.close();
  });
  const { port } = silent.address() as AddressInfo;
  const { pool, close } = openDatabase({
    url: url.replace(`:${servers.first.port},`, `:${port},`),
    poolSize: 1,
  });
  onTestFinished(close);
  const { rows } = await pool.query('SELECT inet_server_port() AS port');
  expect(rows).toEqual([{ port: servers.second.port }]);
  // Whoever asks gives a host up by closing the connection.
  expect(sockets.map(({ destroyed, readableEnded }) => destroyed || readableEnded)).toEqual([false]);
});

test('pool, locks and listener all leave a host that becomes read-only', async () => {
  const { pool, close } = openDatabase({ url, poolSize: 2 });
  onTestFinished(close);
  const getPort = async () => (await pool.query('SELECT inet_server_port() AS port')).rows[0]?.port;
  const locks = openAdvisoryLocks({ url });
  onTestFinished(() => locks.close());
  const lock = await locks.tryLock('moving');
  const heard: string[] = [];
  const onListening = vi.fn();
  const onNotification = (payload: string) => void heard.push(payload);
  const listener = openListener({ url, channel: 'moving', onNotification, onListening, onError: () => {} });
  onTestFinished(() => listener.close());
  await expect.poll(() => onListening).toHaveBeenCalledTimes(1);
  expect(await getPort()).toBe(servers.second.port);

  await setReadOnly(servers.second, true);
  await setReadOnly(servers.first, false);
  onTestFinished(async () => {
    await setReadOnly(servers.second, false);
    await setReadOnly(servers.first, true);
  });
  // It only reads, which the host that was left would do as well.
  await expect.poll(() => getPort().catch(() => undefined)).toBe(servers.first.port);
  await expect.poll(() => lock?.signal.aborted).toBe(true);
  await expect.poll(() => onListening).toHaveBeenCalledTimes(2);
  await run(servers.first.url, "NOTIFY moving, 'there'");
  await expect.poll(() => heard).toEqual(['there']);
});

test('goes to the other host once the one is gone and the other takes writes', async () => {
  const { pool, close } = openDatabase({ url, poolSize: 2 });
  onTestFinished(close);
  const getPort = async () => (await pool.query('SELECT inet_server_port() AS port')).rows[0]?.port;
  expect(await getPort()).toBe(servers.second.port);
  await servers.second.stop();
  await setReadOnly(servers.first, false);
  await expect.poll(() => getPort().catch(() => undefined)).toBe(servers.first.port);
});
