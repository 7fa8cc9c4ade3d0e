import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@picksync/embedded-postgres';
import pg from 'pg';
import { migrate } from '../migrate.ts';

export type TestServer = {
  /** The migrated database every test database is a copy of, as its owner. */
  templateUrl: string;
  /** The same, as the role of running processes. */
  runtimeUrl: string;
  stop: () => Promise<void>;
};

const folderPrefix = 'picksync-test-';

/** Starts one PostgreSQL for a run of tests, or takes the one at TEST_DATABASE_URL, and migrates a template once. */
export async function startTestServer(): Promise<TestServer> {
  const url = process.env.TEST_DATABASE_URL;
  const server = url ? { url, socketUrl: undefined, stop: async () => {} } : await startThrowawayServer();
  const template = `picksync_template_${randomBytes(4).toString('hex')}`;
  try {
    await execute(server.url, `CREATE DATABASE ${template}`);
    const templateUrl = withDatabase(server.url, template);
    const runtimeUrl = withRole(templateUrl, `picksync_app_${template.slice(-8)}`);
    await migrate({ url: templateUrl, runtimeUrl });
    // No job runs by itself: a queue that opens at the right minute would send what is scheduled.
    await execute(templateUrl, 'DELETE FROM pgboss.schedule');
    return {
      templateUrl: bySocket(templateUrl, server.socketUrl),
      runtimeUrl: bySocket(runtimeUrl, server.socketUrl),
      stop: async () => {
        await execute(server.url, `DROP DATABASE IF EXISTS ${template} WITH (FORCE)`);
        // A database that a killed test left behind keeps the role.
        await execute(server.url, `DROP ROLE ${new URL(runtimeUrl).username}`).catch(() => {});
        await server.stop();
      },
    };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

async function startThrowawayServer() {
  removeLeftovers();
  const dataDir = mkdtempSync(join(tmpdir(), `${folderPrefix}${process.pid}-`));
  const server = await startEmbeddedPostgres({ dataDir, durable: false });
  return {
    url: server.url,
    socketUrl: server.socketUrl,
    stop: async () => {
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Folders of runs that were killed before they could clean up. */
function removeLeftovers(): void {
  for (const name of readdirSync(tmpdir())) {
    const pid = name.startsWith(folderPrefix)
      ? Number(name.slice(folderPrefix.length).split('-')[0])
      : Number.NaN;
    if (!Number.isInteger(pid) || isAlive(pid)) continue;
    rmSync(join(tmpdir(), name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Half of what a short statement costs is its way over the network, and the tests run hundreds of thousands. */
function bySocket(url: string, socketUrl: string | undefined): string {
  if (socketUrl === undefined) return url;
  const other = new URL(url);
  other.hostname = new URL(socketUrl).hostname;
  return other.href;
}

/** The same over the network, for what stands between a process and the database. */
export function toNetworkUrl(url: string): URL {
  const other = new URL(url);
  if (other.hostname.startsWith('%2F')) other.hostname = '127.0.0.1';
  return other;
}

/** The same server, another database. */
export function withDatabase(url: string, database: string): string {
  const other = new URL(url);
  other.pathname = `/${database}`;
  return other.href;
}

/** The same database, as a role of this name with a password made for it. */
function withRole(url: string, name: string): string {
  const other = new URL(url);
  other.username = name;
  other.password = randomBytes(12).toString('hex');
  return other.href;
}

/** Statements on a connection of their own. */
export async function execute(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
