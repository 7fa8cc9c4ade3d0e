import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { migrate } from '@picksync/db';
import { startEmbeddedPostgres } from '@picksync/embedded-postgres';
import { Client } from 'pg';

export type BenchPostgres = {
  /** The URL of the maintenance database. */
  url: string;
  /** Creates a migrated database with the queue and without scheduled jobs. Returns its URL. */
  newDatabase: () => Promise<string>;
  dropDatabase: (url: string) => Promise<void>;
  /** Calls `hear` with every line that the server logs, until the returned function is called. */
  onLog: (hear: (line: string) => void) => () => void;
  /**
   * Stops the server and starts it again on the same port, at once or after `awayMs`. Resolves when it accepts
   * connections.
   */
  restart: (awayMs?: number) => Promise<void>;
  /** Like `restart`, but the server is killed, as in a crash, and has to recover. */
  crash: () => Promise<void>;
  stop: () => Promise<void>;
};

const template = 'picksync_bench';
const folder = 'picksync-bench-';

/** Starts a PostgreSQL server with durable writes: without them it would be faster than any real one. */
export async function startPostgres(): Promise<BenchPostgres> {
  await removeLeftovers();
  const dataDir = await mkdtemp(join(tmpdir(), `${folder}${process.pid}-`));
  // The server runs under another account when this one is root.
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
  // No figure must be disturbed by scheduled jobs; those that need one start it themselves.
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
    restart: async (awayMs = 0) => {
      await server.stop();
      await pause(awayMs);
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

/** Deletes the folders of runs that were killed before they could clean up. */
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

/** Returns the URL of another database of the same server. */
function withDatabase(url: string, database: string): string {
  const other = new URL(url);
  other.pathname = `/${database}`;
  return other.href;
}

/** Runs one statement on its own connection. */
export async function execute(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
