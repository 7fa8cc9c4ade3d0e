import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '@picksync/db';
import { startEmbeddedPostgres } from '@picksync/embedded-postgres';
import { Client } from 'pg';

export type BenchPostgres = {
  /** Of the maintenance database. */
  url: string;
  /** A migrated database of one's own, with the queue and without anything that runs by itself. */
  newDatabase: () => Promise<string>;
  dropDatabase: (url: string) => Promise<void>;
  /** Tells every line the server logs, until the answer is called. */
  onLog: (hear: (line: string) => void) => () => void;
  /** Stops the server and starts it again at the same address; answers when it takes connections. */
  restart: () => Promise<void>;
  /** As `restart`, but the server ends at once, as in a crash, and has to recover. */
  crash: () => Promise<void>;
  stop: () => Promise<void>;
};

const template = 'picksync_bench';
const folder = 'picksync-bench-';

/** A real PostgreSQL of its own, which keeps what it confirms: a server that forgets would be quicker than any real one. */
export async function startPostgres(): Promise<BenchPostgres> {
  await removeLeftovers();
  const dataDir = await mkdtemp(join(tmpdir(), `${folder}${process.pid}-`));
  // The server runs under an account of its own where this one is root.
  await chmod(dataDir, 0o755);
  const listeners = new Set<(line: string) => void>();
  const log = (line: string) => {
    for (const hear of listeners) hear(line);
  };
  let server = await startEmbeddedPostgres({ dataDir, log });
  const { url, port } = server;
  await execute(url, `CREATE DATABASE ${template}`);
  const templateUrl = withDatabase(url, template);
  await migrate({ url: templateUrl });
  // A figure says when a minute has passed.
  await execute(templateUrl, 'DELETE FROM pgboss.schedule');

  return {
    url,
    newDatabase: async () => {
      const name = `${template}_${randomBytes(4).toString('hex')}`;
      await execute(url, `CREATE DATABASE ${name} TEMPLATE ${template}`);
      return withDatabase(url, name);
    },
    dropDatabase: (database) =>
      execute(url, `DROP DATABASE IF EXISTS ${new URL(database).pathname.slice(1)} WITH (FORCE)`),
    onLog: (hear) => {
      listeners.add(hear);
      return () => listeners.delete(hear);
    },
    restart: async () => {
      await server.stop();
      server = await startEmbeddedPostgres({ dataDir, port, log });
    },
    crash: async () => {
      process.kill(server.pid, 'SIGQUIT');
      await server.exited;
      server = await startEmbeddedPostgres({ dataDir, port, log });
    },
    stop: async () => {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Folders of runs that were killed before they could clear away. */
async function removeLeftovers(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = name.startsWith(folder) ? Number.parseInt(name.slice(folder.length), 10) : Number.NaN;
    if (!Number.isNaN(pid) && !isAlive(pid)) await rm(join(tmpdir(), name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** The same server, another database. */
function withDatabase(url: string, database: string): string {
  const other = new URL(url);
  other.pathname = `/${database}`;
  return other.href;
}

/** One statement on a connection of its own. */
export async function execute(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
