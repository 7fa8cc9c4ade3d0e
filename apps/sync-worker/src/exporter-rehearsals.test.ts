// The pages of docs/runbooks about what exporters beside the product see: the database, its backups and the certificate. Their
// state is caused as far as one machine can, and what takes hours is left to the clock that promtool has.
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { testDatabase } from '@picksync/db/testing';
import { startEmbeddedPostgres } from '@picksync/embedded-postgres';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { isThere, readDatabase, readOurQueries, startExporter, withOurQueries } from './testing/exporters.ts';
import { makeCertificate } from './testing/make-certificate.ts';
import { assertRehearsed, hasPromtool, readRunbook, rehearse } from './testing/rehearsal.ts';

const database = await testDatabase();
afterAll(database.close);

const folder = mkdtempSync(join(tmpdir(), 'picksync-exporters-'));
chmodSync(folder, 0o755);
const archive = join(folder, 'archive');

const viewsFile = fileURLToPath(
  new URL(
    '../../../packages/db/prisma/migrations/20261129500003_database_views/migration.sql',
    import.meta.url,
  ),
);

type Server = Awaited<ReturnType<typeof startEmbeddedPostgres>>;
let primary: Server;
let replica: Server;

beforeAll(async () => {
  const first = await startEmbeddedPostgres({ dataDir: join(folder, 'primary') });
  await ask(
    first.url,
    'ALTER SYSTEM SET archive_mode = on',
    `ALTER SYSTEM SET archive_command = 'test -d ${archive}'`,
  );
  await first.stop();
  mkdirSync(archive);
  primary = await startEmbeddedPostgres({ dataDir: join(folder, 'primary') });
  replica = await startReplica();
});
afterAll(async () => {
  await replica?.stop();
  await primary?.stop();
  rmSync(folder, { recursive: true, force: true });
});

type Row = Record<string, unknown>;

async function ask(url: string, ...statements: string[]): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    let rows: Row[] = [];
    for (const statement of statements) ({ rows } = await client.query<Row>(statement));
    return rows;
  } finally {
    await client.end();
  }
}

/** Copies the primary while it runs, by PostgreSQL's low-level backup, and lets the copy follow it. */
async function startReplica(): Promise<Server> {
  const [from, to] = [join(folder, 'primary', 'cluster'), join(folder, 'replica', 'cluster')];
  mkdirSync(join(folder, 'replica'));
  chmodSync(join(folder, 'replica'), 0o777);
  const left = ['pg_wal/*', 'postmaster.pid', 'postmaster.opts'].map((name) => `${to}/${name}`).join(' ');
  const [backup] = await ask(
    primary.url,
    "SELECT pg_backup_start('replica', true)",
    `COPY (SELECT 1) TO PROGRAM 'cat > /dev/null && cp -a ${from} ${to} && rm -rf ${left}'`,
    'SELECT labelfile FROM pg_backup_stop(wait_for_archive => false)',
  );
  cpSync(join(folder, 'primary', 'password'), join(folder, 'replica', 'password'));
  const { port, password } = new URL(primary.url);
  const source = `host=127.0.0.1 port=${port} user=picksync password=${password}`;
  appendFileSync(join(to, 'postgresql.auto.conf'), `primary_conninfo = '${source}'\n`);
  for (const [name, text] of [
    ['backup_label', String(backup?.labelfile)],
    ['standby.signal', ''],
  ] as const) {
    writeFileSync(join(to, name), text);
    chmodSync(join(to, name), 0o666);
  }
  return await startEmbeddedPostgres({ dataDir: join(folder, 'replica') });
}

const page = 'database-near-limits';
const alert = 'DatabaseNearLimits';
const minutes = 15;

/** The statement that the page has for one of its causes. */
function findStatement(part: string): string {
  const statement = readRunbook(page).statements.find((one) => one.includes(part));
  if (!statement) throw new Error(`The page has no statement with ${part}`);
  return statement;
}

test('database-near-limits: connections that nobody gives back make its alert fire, and the page names who has them', async () => {
  const before = await readDatabase(primary.url);
  const url = `${primary.url}?application_name=somebody`;
  const clients = Array.from({ length: 170 }, () => new pg.Client({ connectionString: url }));
  onTestFinished(async () => void (await Promise.all(clients.map((client) => client.end()))));
  await Promise.all(clients.map((client) => client.connect()));
  const after = await readDatabase(primary.url);
  expect(after).toContain('pg_settings_max_connections 200');
  const [first] = await ask(primary.url, findStatement('count(*)'));
  expect(first).toEqual({ application_name: 'somebody', count: '170' });
  assertRehearsed(page, alert, { before, after, minutes });
});

test('database-near-limits: a transaction that nobody ends makes its alert fire, and the page tells how to end it', async () => {
  const names = ['picksync_oldest_transaction'];
  const before = await readDatabase(database.url, names);
  const client = new pg.Client({ connectionString: `${database.url}?application_name=forgotten` });
  client.on('error', () => {});
  await client.connect();
  onTestFinished(() => client.end().catch(() => {}));
  await client.query('BEGIN');
  await client.query('SELECT FROM users');
  const after = await readDatabase(database.url, names);
  const ages = 'picksync_oldest_transaction_seconds';
  assertRehearsed(page, alert, { before, after, minutes, ages });
  // Other files' tests use the same server: theirs may be older.
  const statement = findStatement('xact_start').replace('LIMIT 5', 'LIMIT 500');
  const rows = await ask(database.url, statement);
  const { pid, state } = rows.find((row) => row.application_name === 'forgotten') ?? {};
  expect(state).toBe('idle in transaction');
  await ask(database.url, `SELECT pg_terminate_backend(${pid})`);
  await expect.poll(() => client.query('SELECT 1').catch((error) => error)).toBeInstanceOf(Error);
});

test('database-near-limits: a log that is not archived makes its alert fire, and the page names the file', async () => {
  const read = () => readDatabase(primary.url);
  const before = await read();
  rmSync(archive, { recursive: true });
  onTestFinished(() => void mkdirSync(archive, { recursive: true }));
  await ask(primary.url, 'CREATE TABLE archived (id int)', 'SELECT pg_switch_wal()');
  await expect.poll(read).toMatch(/pg_stat_archiver_failed_count [1-9]/);
  const [row] = await ask(primary.url, findStatement('pg_stat_archiver'));
  expect(row?.last_failed_wal).toMatch(/^[\dA-F]{24}$/);
  assertRehearsed(page, alert, { before, after: await read(), minutes, goesOn: true });
});

test('database-near-limits: a replica that stands still makes its alert fire, and one that follows does not', async () => {
  const read = () => readDatabase(replica.url, ['picksync_replica']);
  await expect.poll(read).toBe('picksync_replica_lag_seconds 0');
  const before = await read();
  await ask(replica.url, 'SELECT pg_wal_replay_pause()');
  onTestFinished(async () => void (await ask(replica.url, 'SELECT pg_wal_replay_resume()')));
  await ask(primary.url, 'CREATE TABLE replicated (id int)');
  await expect.poll(read).not.toBe(before);
  const after = await read();
  assertRehearsed(page, alert, { before, after, minutes, ages: 'picksync_replica_lag_seconds' });
  expect(await readDatabase(primary.url, ['picksync_replica'])).toBe('picksync_replica_lag_seconds 0');
});

test('prometheus-postgres-exporter exports these names, and our own statements (where it is installed)', async ({
  skip,
}) => {
  const program = 'prometheus-postgres-exporter';
  if (!isThere(program)) return skip(`${program} is missing (Debian: apt-get install ${program})`);
  await ask(primary.url, readFileSync(viewsFile, 'utf8'));
  // The passwords of the other server are too quick for its driver.
  const env = { DATA_SOURCE_NAME: `${primary.url}?sslmode=disable` };
  const address = await startExporter(program, { args: withOurQueries, env });
  const text = await (await fetch(`${address}/metrics`)).text();
  const names = [
    ...(await readDatabase(primary.url)).split('\n').map((line) => line.split(/[ {]/)[0]),
    'picksync_table_sizes_bytes',
    'picksync_oldest_transaction_seconds',
    'picksync_replica_lag_seconds',
  ];
  for (const name of names) expect(text).toMatch(new RegExp(`^${name}[ {]`, 'm'));
});

test('every statement of postgres-queries.yml runs', async () => {
  const queries = readOurQueries();
  expect(Object.keys(queries)).toEqual([
    'picksync_table_sizes',
    'picksync_oldest_transaction',
    'picksync_replica',
  ]);
  for (const statement of Object.values(queries)) expect(await ask(database.url, statement)).toBeDefined();
});

/** Runs a script of deploy/pgbackrest beside a pgBackRest that does this, and returns how it ended and what it has written. */
function runBackup(script: string, { place, does }: { place: string; does: string }) {
  const bin = join(place, 'bin');
  mkdirSync(bin, { recursive: true });
  for (const [name, text] of Object.entries({ pgbackrest: does, pg_ctl: '', psql: 'echo 3' })) {
    writeFileSync(join(bin, name), `#!/bin/sh\n${text}\n`);
    chmodSync(join(bin, name), 0o755);
  }
  const path = fileURLToPath(new URL(`../../../deploy/pgbackrest/${script}`, import.meta.url));
  const env = { PATH: `${bin}:${process.env.PATH}`, PG_BIN: bin, TEXTFILES: place, RESTORE_FOLDER: place };
  const { status, stderr } = spawnSync(path, { env, encoding: 'utf8' });
  const file = join(place, `${script.replaceAll('-', '_')}.prom`);
  return { isGood: status === 0, stderr, read: () => readFileSync(file, 'utf8') };
}

test.each([
  { page: 'backup-old', alert: 'BackupOld', script: 'picksync-backup', hours: 28 },
  { page: 'restore-test-old', alert: 'RestoreTestOld', script: 'picksync-restore-test', hours: 7 * 24 + 2 },
])('$page: what fails from some day on makes its alert fire, and tells whoever runs it why', async (one) => {
  const place = mkdtempSync(join(folder, 'backup-'));
  const good = runBackup(one.script, { place, does: '' });
  expect(good.isGood).toBe(true);
  const before = good.read();
  const bad = runBackup(one.script, { place, does: 'echo "ERROR: [028]: backup info missing" >&2; exit 28' });
  expect([bad.isGood, bad.stderr]).toEqual([false, expect.stringContaining('[028]')]);
  expect(bad.read()).toBe(before);
  assertRehearsed(one.page, one.alert, { before, after: before, minutes: one.hours * 60 });
  if (!hasPromtool) return;
  const early = { before, after: before, minutes: 20 * 60 };
  expect(rehearse({ alert: one.alert, queries: [], ...early }).fires).toBe(false);
  // Nobody has ever taken one.
  expect(rehearse({ alert: one.alert, queries: [], before: '', after: '', minutes: 90 }).fires).toBe(true);
});

test('prometheus-node-exporter passes on what the scripts write, and how full disks are (where it is installed)', async ({
  skip,
}) => {
  const program = 'prometheus-node-exporter';
  if (!isThere(program)) return skip(`${program} is missing (Debian: apt-get install ${program})`);
  const place = mkdtempSync(join(folder, 'textfiles-'));
  runBackup('picksync-backup', { place, does: '' });
  runBackup('picksync-restore-test', { place, does: '' });
  const address = await startExporter(program, { args: [`--collector.textfile.directory=${place}`] });
  const text = await (await fetch(`${address}/metrics`)).text();
  for (const name of [
    'picksync_backup_last_success_timestamp_seconds',
    'picksync_restore_test_last_success_timestamp_seconds',
    'node_filesystem_avail_bytes',
    'node_filesystem_size_bytes',
  ])
    expect(text).toMatch(new RegExp(`^${name}[ {]`, 'm'));
});

test('certificate-ends: one that ends soon makes its alert fire, and so does one that has ended (where the exporter is installed)', async ({
  skip,
}) => {
  const program = 'prometheus-blackbox-exporter';
  for (const needed of [program, 'openssl'] as const)
    if (!isThere(needed)) return skip(`${needed} is missing (Debian: apt-get install ${needed})`);
  const modules = join(folder, 'blackbox.yml');
  writeFileSync(modules, 'modules: { http_2xx: { prober: http } }');
  const probe = async (days: number) => {
    const { authority, ...identity } = makeCertificate(folder, days);
    const site = createServer(identity, (_request, reply) => reply.end('ok')).listen(0, 'localhost');
    onTestFinished(() => void site.close());
    await once(site, 'listening');
    const env = { SSL_CERT_FILE: authority };
    const address = await startExporter(program, { args: [`--config.file=${modules}`], env });
    const target = `https://localhost:${(site.address() as AddressInfo).port}`;
    const reply = await fetch(`${address}/probe?module=http_2xx&target=${target}`);
    // The job's name is added by Prometheus.
    return (await reply.text()).replaceAll(/^(probe_\w+) /gm, '$1{job="certificate"} ');
  };
  const [fresh, soon, ended] = [await probe(25), await probe(10), await probe(-1)];
  const days = (text: string) =>
    (Number(/^probe_ssl_earliest_cert_expiry\S* (\S+)/m.exec(text)?.[1]) - Date.now() / 1000) / 86_400;
  expect(days(fresh)).toBeGreaterThan(24);
  expect(days(soon)).toBeLessThan(14);
  expect(ended).toContain('probe_success{job="certificate"} 0');
  const rehearsed = ['certificate-ends', 'CertificateEnds'] as const;
  assertRehearsed(...rehearsed, { before: fresh, after: soon, minutes: 90 });
  assertRehearsed(...rehearsed, { before: soon, after: ended, minutes: 10 });
});
