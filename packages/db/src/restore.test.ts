// Slow for a reason: two PostgreSQL of their own, one of which is restored from the archive of the other.
import { appendFileSync, chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@picksync/embedded-postgres';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { type Database, openDatabase } from './database.ts';
import { migrate } from './migrate.ts';
import { testConnection, testUser } from './testing.ts';

test('a restore from base backup and archive has the last refreshed token of every connection', async () => {
  const places = drillPlaces();
  const lost = await start(places.before);
  await withClient(lost.url, async (client) => {
    await client.query("ALTER SYSTEM SET archive_mode = 'on'");
    await client.query('ALTER SYSTEM SET archive_timeout = 60');
    await client.query(
      `ALTER SYSTEM SET archive_command = 'test ! -f ${places.archive}/%f && cp %p ${places.archive}/%f'`,
    );
  });
  await lost.stop();
  const archived = await start(places.before);
  await migrate({ url: archived.url });
  const database = openDatabase({ url: archived.url, poolSize: 2 });
  const connections = await plantConnections(database, 5);

  await takeBaseBackup(archived.url, places);
  for (const [place, id] of connections.entries())
    await database.prisma.smartsheetConnection.update({
      where: { id },
      data: { refreshTokenSealed: `refreshed ${place}`, tokenVersion: { increment: 1 } },
    });
  await database.close();
  await waitUntilArchived(archived.url);
  process.kill(archived.pid, 'SIGKILL');
  await archived.exited;

  prepareRecovery(places);
  const restored = await start(places.restored);
  await expect.poll(() => queryOne(restored.url, 'SELECT pg_is_in_recovery() AS value')).toBe(false);
  const after = openDatabase({ url: restored.url, poolSize: 2 });
  onTestFinished(() => after.close());
  const rows = await after.prisma.smartsheetConnection.findMany({ where: { id: { in: connections } } });
  const tokens = connections.map((id) => rows.find((row) => row.id === id)?.refreshTokenSealed);
  expect(tokens).toEqual(connections.map((_, place) => `refreshed ${place}`));
});

type Places = { before: string; restored: string; archive: string };

/** Two data folders and the archive, in a folder that PostgreSQL's own account can open. */
function drillPlaces(): Places {
  const root = mkdtempSync(join(tmpdir(), 'picksync-restore-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  chmodSync(root, 0o755);
  const places = {
    before: join(root, 'before'),
    restored: join(root, 'restored'),
    archive: join(root, 'archive'),
  };
  for (const place of [places.restored, places.archive]) {
    mkdirSync(place);
    chmodSync(place, 0o777);
  }
  return places;
}

async function start(dataDir: string) {
  const server = await startEmbeddedPostgres({ dataDir });
  onTestFinished(() => server.stop());
  return server;
}

async function withClient<T>(url: string, act: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  // The server is killed at the end of its part.
  client.on('error', () => {});
  await client.connect();
  try {
    return await act(client);
  } finally {
    await client.end();
  }
}

function queryOne(url: string, sql: string): Promise<unknown> {
  return withClient(url, async (client) => (await client.query(sql)).rows[0]?.value);
}

async function plantConnections({ prisma }: Database, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let place = 0; place < count; place += 1) {
    const { id: userId } = await testUser(prisma, {});
    ids.push((await testConnection(prisma, { userId })).id);
  }
  return ids;
}

/** Copies the cluster while it is at work, in the steps of PostgreSQL's low-level backup, by the server's own account. */
function takeBaseBackup(url: string, { before, restored }: Places): Promise<void> {
  const [from, to] = [join(before, 'cluster'), join(restored, 'cluster')];
  const left = ['pg_wal/*', 'postmaster.pid', 'postmaster.opts'].map((name) => `${to}/${name}`).join(' ');
  return withClient(url, async (client) => {
    await client.query("SELECT pg_backup_start('drill', true)");
    // What the server writes has to be read: it ends with an error where the copy is done before that.
    await client.query(
      `COPY (SELECT 1) TO PROGRAM 'cat > /dev/null && cp -a ${from} ${to} && rm -rf ${left}'`,
    );
    const { rows } = await client.query('SELECT labelfile FROM pg_backup_stop()');
    writeForServer(join(to, 'backup_label'), rows[0].labelfile);
    cpSync(join(before, 'password'), join(restored, 'password'));
  });
}

function writeForServer(file: string, text: string): void {
  writeFileSync(file, text);
  chmodSync(file, 0o666);
}

/** The archive has what was committed until now. In operation that is so a minute later at the latest. */
async function waitUntilArchived(url: string): Promise<void> {
  const segment = await queryOne(url, 'SELECT pg_walfile_name(pg_switch_wal()) AS value');
  await expect
    .poll(() => queryOne(url, 'SELECT last_archived_wal AS value FROM pg_stat_archiver'))
    .toBe(segment);
}

function prepareRecovery({ restored, archive }: Places): void {
  const cluster = join(restored, 'cluster');
  const settings = `restore_command = 'cp ${archive}/%f %p'\narchive_mode = off\n`;
  appendFileSync(join(cluster, 'postgresql.auto.conf'), settings);
  writeForServer(join(cluster, 'recovery.signal'), '');
}
