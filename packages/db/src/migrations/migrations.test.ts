import { afterAll, expect, test } from 'vitest';
import { migrate } from '../migrate.ts';
import { execute, withDatabase } from '../testing/test-server.ts';
import { testDatabase } from '../testing.ts';
import { differenceToSchema, readMigrations } from './migration-files.ts';
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
