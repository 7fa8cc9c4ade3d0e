import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { migrate } from '../migrate.ts';
import { execute, withDatabase } from '../testing/test-server.ts';
import { testDatabase } from '../testing.ts';
import { applyMigrations } from './apply-migrations.ts';
import { differenceToSchema, newMigrationName, readMigrations } from './migration-files.ts';
import { withSchemaEngine } from './schema-engine.ts';

const db = await testDatabase();
afterAll(db.close);

test('the migrations lead exactly to the schema', async () => {
  expect(await withSchemaEngine(db.url, differenceToSchema)).toBeUndefined();
});

test('a column that no migration made is noticed', async () => {
  await db.pool.query('ALTER TABLE users ADD COLUMN stray text');
  const difference = await withSchemaEngine(db.url, differenceToSchema);
  await db.pool.query('ALTER TABLE users DROP COLUMN stray');
  expect(difference).toContain('DROP COLUMN "stray"');
});

test('every migration is recorded where Prisma looks for it', async () => {
  const { rows } = await db.pool.query(
    'SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NOT NULL ORDER BY migration_name',
  );
  const names = readMigrations().migrationDirectories.map(({ path }) => path);
  expect(rows.map((row) => row.migration_name)).toEqual(names);
});

test('migrating again changes nothing', async () => {
  expect(await migrate({ url: db.url })).toEqual([]);
});

test('two that migrate an empty database at once apply each migration once', async () => {
  const url = withDatabase(db.url, `${new URL(db.url).pathname.slice(1)}_empty`);
  await execute(db.url, `CREATE DATABASE ${new URL(url).pathname.slice(1)}`);
  const applied = await Promise.all([migrate({ url }), migrate({ url })]);
  await execute(db.url, `DROP DATABASE ${new URL(url).pathname.slice(1)} WITH (FORCE)`);
  expect(applied.map((names) => names.length).sort()).toEqual([
    0,
    readMigrations().migrationDirectories.length,
  ]);
});

test('a migration that fails leaves nothing of itself behind', async () => {
  const half = readMigrations();
  const [path, value] = ['29990101000000_half', 'CREATE TABLE half (id int); SELECT 1/0;'];
  half.migrationDirectories.push({
    path,
    migrationFile: { path: 'migration.sql', content: { tag: 'ok', value } },
  });
  const url = withDatabase(db.url, `${new URL(db.url).pathname.slice(1)}_half`);
  await execute(db.url, `CREATE DATABASE ${new URL(url).pathname.slice(1)}`);
  const attempt = withSchemaEngine(url, (engine) =>
    engine.applyMigrations({ migrationsList: half, filters: { externalTables: [], externalEnums: [] } }),
  );
  await expect(attempt).rejects.toThrow(/division by zero/);
  await expect(execute(url, 'SELECT * FROM half')).rejects.toThrow(/does not exist/);
  await execute(db.url, `DROP DATABASE ${new URL(url).pathname.slice(1)} WITH (FORCE)`);
});

/** Begins a migration of this text while somebody has read `users` in a transaction that is still open. */
async function migrateBesideReader(value: string) {
  const name = `${new URL(db.url).pathname.slice(1)}_${randomUUID().slice(0, 8)}`;
  const url = withDatabase(db.url, name);
  await execute(db.url, `CREATE DATABASE "${name}"`);
  onTestFinished(() => execute(db.url, `DROP DATABASE "${name}" WITH (FORCE)`));
  await migrate({ url });
  const migrations = readMigrations();
  const path = '29990101000000_more';
  migrations.migrationDirectories.push({
    path,
    migrationFile: { path: 'migration.sql', content: { tag: 'ok', value } },
  });
  const [reader, owner, others] = [await connect(url), await connect(url), await connect(url)];
  await reader.query('BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT FROM users LIMIT 1');
  const applying = applyMigrations(owner, { url, migrations, lockTimeoutMs: 100, pauseMs: 100 });
  const countTries = async () => {
    const list = 'SELECT count(*)::int AS tries FROM _prisma_migrations WHERE rolled_back_at IS NOT NULL';
    return (await others.query(list)).rows[0].tries;
  };
  return { path, reader, others, applying, countTries };
}

test('a migration waits for a long reader without holding up anybody else', async () => {
  const { path, reader, others, applying, countTries } = await migrateBesideReader(
    'ALTER TABLE users ADD COLUMN more text;',
  );
  await expect.poll(countTries).toBeGreaterThanOrEqual(2);
  // The reader has not ended: whoever waits behind the migration waits for its lock timeout alone.
  for (let round = 0; round < 5; round += 1) await others.query('SELECT FROM users LIMIT 1');
  await reader.query('COMMIT');
  expect(await applying).toEqual([path]);
  expect((await others.query('SELECT more FROM users')).rows).toEqual([]);
});

test('an index that a long reader holds up is created once the reader has ended', async () => {
  const { path, reader, others, applying, countTries } = await migrateBesideReader(
    'CREATE INDEX CONCURRENTLY more_idx ON users (created_at);',
  );
  await expect.poll(countTries).toBeGreaterThanOrEqual(1);
  await others.query("UPDATE users SET email = email WHERE email = 'nobody'");
  await reader.query('COMMIT');
  expect(await applying).toEqual([path]);
  const { rows } = await others.query(
    "SELECT indisvalid FROM pg_index WHERE indexrelid = 'more_idx'::regclass",
  );
  expect(rows).toEqual([{ indisvalid: true }]);
});

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  // The database is dropped while it is connected.
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** Runs the program that brings a database up to date. */
function runMigrate(url: string): Promise<{ code: unknown; stderr: string }> {
  const program = fileURLToPath(new URL('../migrate.main.ts', import.meta.url));
  const env = { ...process.env, DATABASE_URL: url, DATABASE_OWNER_URL: url };
  return new Promise((resolve) => {
    execFile(process.execPath, [program], { env }, (error, _stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stderr }),
    );
  });
}

test('a database from before the baseline is refused in one sentence and stays as it is', async () => {
  const url = withDatabase(db.url, `${new URL(db.url).pathname.slice(1)}_older`);
  await execute(db.url, `CREATE DATABASE ${new URL(url).pathname.slice(1)} TEMPLATE template0`);
  const older = readMigrations();
  const value = 'CREATE TABLE users (id int); INSERT INTO users VALUES (7);';
  older.migrationDirectories = [
    {
      path: '20261121000001_first_schema',
      migrationFile: { path: 'migration.sql', content: { tag: 'ok', value } },
    },
  ];
  await withSchemaEngine(url, (engine) =>
    engine.applyMigrations({ migrationsList: older, filters: { externalTables: [], externalEnums: [] } }),
  );
  const { code, stderr } = await runMigrate(url);
  expect(code).toBe(1);
  expect(stderr.trim().split('\n')).toEqual([
    expect.stringMatching(
      /^The database could not be brought up to date: it was made by a checkout from before the first release/,
    ),
  ]);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const tables = `SELECT array_agg(tablename::text ORDER BY tablename) AS tables FROM pg_tables WHERE schemaname = 'public'`;
  expect((await client.query(tables)).rows).toEqual([{ tables: ['_prisma_migrations', 'users'] }]);
  expect((await client.query('SELECT id FROM users')).rows).toEqual([{ id: 7 }]);
  await client.end();
  await execute(db.url, `DROP DATABASE ${new URL(url).pathname.slice(1)} WITH (FORCE)`);
});

test('no two migrations have the same stamp, so that a schema has one name', () => {
  const stamps = readMigrations().migrationDirectories.map(({ path }) => path.split('_')[0]);
  expect(stamps).toEqual([...new Set(stamps)]);
});

test('a new migration comes after the newest one, also when that is dated later than today', () => {
  const newest = readMigrations().migrationDirectories.at(-1)?.path ?? '';
  const before = newMigrationName('add_invoices', new Date('2020-01-01T00:00:00Z'));
  expect(before > newest).toBe(true);
  expect(newMigrationName('add_invoices', new Date('2050-01-02T03:04:05Z'))).toBe(
    '20500102030405_add_invoices',
  );
});
