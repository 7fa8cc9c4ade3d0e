import { randomBytes } from 'node:crypto';
import { appendFileSync, chmodSync, cpSync, writeFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '@picksync/db';
import { startEmbeddedPostgres } from '@picksync/embedded-postgres';
import { Client } from 'pg';
import { type BenchPostgres, execute } from './postgres.ts';
import { until } from './until.ts';

/** A primary and a replica that has what the primary acknowledges. Addresses of databases name both. */
export type PostgresPair = BenchPostgres & {
  /** Kills all processes of the primary at once, as when its machine is gone. */
  killPrimary: () => Promise<void>;
  /** Makes the replica the primary. */
  promote: () => Promise<void>;
};

export async function startPair(): Promise<PostgresPair> {
  const root = await mkdtemp(join(tmpdir(), `picksync-bench-${process.pid}-pair-`));
  await chmod(root, 0o755);
  const places = { primary: join(root, 'primary'), replica: join(root, 'replica') };
  const primary = await startEmbeddedPostgres({ dataDir: places.primary });
  const name = `picksync_${randomBytes(4).toString('hex')}`;
  await execute(primary.url, `CREATE DATABASE ${name}`);
  const url = primary.url.replace(/[^/]+$/, name);
  await migrate({ url });
  // As in the other figures: no scheduled job disturbs.
  await execute(url, 'DELETE FROM pgboss.schedule');
  await copyCluster(primary.url, places);
  const replica = await startEmbeddedPostgres({ dataDir: places.replica });
  await replicateSynchronously(primary.url);
  const refuse = () => Promise.reject(new Error('A pair does not do that'));
  return {
    url: primary.url,
    newDatabase: async () => url.replace(`:${primary.port}/`, `:${primary.port},127.0.0.1:${replica.port}/`),
    dropDatabase: async () => {},
    onLog: () => () => {},
    restart: refuse,
    crash: refuse,
    killPrimary: async () => {
      // It is the leader of a group of its own.
      process.kill(-primary.pid, 'SIGKILL');
      await primary.exited;
    },
    promote: () => execute(replica.url, 'SELECT pg_promote()'),
    stop: async () => {
      await Promise.all([primary.stop(), replica.stop()]);
      await rm(root, { recursive: true, force: true });
    },
  };
}

/** Copies the cluster in the steps of PostgreSQL's low-level backup, by the server's own account. */
async function copyCluster(url: string, places: { primary: string; replica: string }): Promise<void> {
  const [from, to] = [join(places.primary, 'cluster'), join(places.replica, 'cluster')];
  await mkdir(places.replica);
  await chmod(places.replica, 0o777);
  const left = ['pg_wal/*', 'postmaster.pid', 'postmaster.opts'].map((name) => `${to}/${name}`).join(' ');
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query("SELECT pg_backup_start('replica', true)");
  await client.query(`COPY (SELECT 1) TO PROGRAM 'cat > /dev/null && cp -a ${from} ${to} && rm -rf ${left}'`);
  const { rows } = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop()');
  await client.end();
  cpSync(join(places.primary, 'password'), join(places.replica, 'password'));
  const { username, password, port } = new URL(url);
  const conninfo = `host=127.0.0.1 port=${port} user=${username} password=${password} application_name=replica`;
  appendFileSync(join(to, 'postgresql.auto.conf'), `primary_conninfo = '${conninfo}'\n`);
  for (const [file, text] of [
    ['backup_label', rows[0]?.labelfile ?? ''],
    ['standby.signal', ''],
  ] as const) {
    writeFileSync(join(to, file), text);
    chmodSync(join(to, file), 0o666);
  }
}

/** From now on a commit is acknowledged when the replica has it. The replica has no such setting, for when it is alone. */
async function replicateSynchronously(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const isInStep = async () => {
    const sql = `SELECT FROM pg_stat_replication WHERE state = 'streaming'`;
    return (await client.query(sql)).rowCount === 1;
  };
  await until(isInStep, { within: 30_000, what: 'the replica follows' });
  await client.query(`ALTER SYSTEM SET synchronous_standby_names = 'replica'`);
  await client.query('SELECT pg_reload_conf()');
  await client.end();
}
