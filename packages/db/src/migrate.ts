import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { firstHost, toConnection } from './hosts.ts';
import { applyMigrations } from './migrations/apply-migrations.ts';
import { readMigrations } from './migrations/migration-files.ts';
import { installQueues, queueSchema } from './queue/install-queues.ts';
import { assertServerVersion } from './server-version.ts';

/** Any number will do, as long as every migrating process takes the same. */
const migrationLock = 728_190_011;
/** How long one migrating process waits for another. */
const lockTimeoutMs = 15 * 60_000;

type MigrateOptions = {
  /** Of the role that owns the tables. */
  url: string;
  runtimeUrl?: string | undefined;
};

/**
 * Brings a database up to date: our migrations as `prisma migrate deploy` would apply them, then the queue. Safe to run
 * again, and by several at once: one waits for the other. Where running processes have a role of their own, `runtimeUrl`
 * is their address: the role is created and granted what they need. Throws before anything is changed where the server is too
 * old. Returns the names of the migrations it applied.
 */
export async function migrate({ url, runtimeUrl }: MigrateOptions): Promise<string[]> {
  const { Client = pg.Client, connectionString } = toConnection(url);
  const client = new Client({ connectionString, connectionTimeoutMillis: 10_000 });
  client.on('error', () => {});
  await client.connect();
  try {
    await assertServerVersion(client);
    // The engine takes a lock as well, but gives up after ten seconds, and the queue needs one too.
    await client.query(`SET lock_timeout = ${lockTimeoutMs}`);
    await takeTurn(client);
    await assertNotBeforeBaseline(client);
    const applied = await applyMigrations(client, { url, migrations: readMigrations() });
    await installQueues({ url });
    if (runtimeUrl !== undefined) await grantRuntimeRole(client, runtimeUrl);
    return applied;
  } finally {
    await client.end();
  }
}

/**
 * Waits until nobody else migrates, by asking again and again: a session that waits in a statement is one that an index
 * created CONCURRENTLY waits for in turn. Throws when that takes too long.
 */
async function takeTurn(client: pg.Client): Promise<void> {
  const startedAt = performance.now();
  for (;;) {
    const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS is_ours', [migrationLock]);
    if (rows[0].is_ours) return;
    if (performance.now() - startedAt > lockTimeoutMs)
      throw new Error(
        'another process has been migrating this database for 15 minutes. End it, and try again.',
      );
    await delay(100);
  }
}

/**
 * Throws when another list of migrations has made the database: that of a checkout from before the baseline, whose steps
 * are no longer known. Nothing has been changed then.
 */
async function assertNotBeforeBaseline(client: pg.Client): Promise<void> {
  const { rows: found } = await client.query(
    `SELECT to_regclass('_prisma_migrations') IS NOT NULL AS is_there`,
  );
  if (!found[0].is_there) return;
  const { rows } = await client.query<{ name: string }>(
    'SELECT migration_name AS name FROM _prisma_migrations',
  );
  const [baseline] = readMigrations().migrationDirectories;
  if (rows.length === 0 || rows.some(({ name }) => name === baseline?.path)) return;
  throw new Error(
    'it was made by a checkout from before the first release, and nothing in it was changed. To begin anew, use an empty database (npm start: another DATA_DIR); to keep your data, start the older checkout again and export it under Account.',
  );
}

/**
 * A role that is a member of no other and owns nothing: injected SQL can change neither the schema nor the server.
 */
const plain = 'LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS';

const insufficientPrivilege = '42501';

/** The owner may not make the role that running processes are meant to use. */
class RuntimeRoleError extends Error {
  override readonly name = 'RuntimeRoleError';
}

/**
 * Lets the role of `runtimeUrl` do what a running process does: read and write rows and jobs. Creates the role when it
 * is missing, with the password of the address. Does nothing when it is the role `owner` is connected as.
 */
async function grantRuntimeRole(owner: pg.Client, runtimeUrl: string): Promise<void> {
  const { username, password } = new URL(firstHost(runtimeUrl));
  const name = decodeURIComponent(username);
  if (!name || name === owner.user) return;
  await ensureRole(owner, { name, password: decodeURIComponent(password) });
  await owner.query(grants(pg.escapeIdentifier(name)));
}

async function ensureRole(owner: pg.Client, { name, password }: { name: string; password: string }) {
  const role = pg.escapeIdentifier(name);
  const secret = password === '' ? '' : ` PASSWORD ${pg.escapeLiteral(password)}`;
  const { rows } = await owner.query('SELECT FROM pg_roles WHERE rolname = $1', [name]);
  if (rows.length === 0) {
    await owner.query(`CREATE ROLE ${role} ${plain}${secret}`).catch((error: unknown) => {
      if (!isForbidden(error)) throw error;
      throw new RuntimeRoleError(
        `The role ${name} of DATABASE_URL does not exist and DATABASE_OWNER_URL may not create it. Create it, then try again.`,
      );
    });
  } else if (secret !== '') {
    // A role that somebody else manages keeps the password they gave it.
    await owner.query(`ALTER ROLE ${role}${secret}`).catch((error: unknown) => {
      if (!isForbidden(error)) throw error;
    });
  }
}

function isForbidden(error: unknown) {
  return (error as { code?: unknown }).code === insufficientPrivilege;
}

/**
 * Returns the grants for all tables, and for those that later migrations of the same owner add. The list of migrations
 * is for the owner only.
 */
function grants(role: string): string {
  return ['public', queueSchema]
    .map(
      (schema) => `
        GRANT USAGE ON SCHEMA ${schema} TO ${role};
        GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${schema} TO ${role};
        GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA ${schema} TO ${role};
        ALTER DEFAULT PRIVILEGES IN SCHEMA ${schema} GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO ${role};
        ALTER DEFAULT PRIVILEGES IN SCHEMA ${schema} GRANT USAGE, SELECT ON SEQUENCES TO ${role};`,
    )
    .concat(`REVOKE ALL ON TABLE public._prisma_migrations FROM ${role};`)
    .join('\n');
}
