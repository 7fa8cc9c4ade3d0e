import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { migrate } from '../migrate.ts';
import { execute, withDatabase } from '../testing/test-server.ts';
import { testDatabase } from '../testing.ts';
import { readMigrations } from './migration-files.ts';
import { withSchemaEngine } from './schema-engine.ts';

const db = await testDatabase();
const name = `${new URL(db.url).pathname.slice(1)}_addresses`;
const url = withDatabase(db.url, name);
await execute(db.url, `CREATE DATABASE ${name}`);
const pool = new pg.Pool({ connectionString: url, max: 1 });
afterAll(async () => {
  await pool.end();
  await execute(db.url, `DROP DATABASE ${name} WITH (FORCE)`);
  await db.close();
});

const before = readMigrations();
before.migrationDirectories = before.migrationDirectories.filter(({ path }) => path < '20261128900000');

const typed = [
  'https://ops.example.com/hook',
  'HTTPS://Ops.Example.com:443',
  'https://ops.example.com:8443/Hook?A=1#part',
  'http://127.0.0.1:80?a=1',
  'https://ops.example\t.com/ho\nok',
  'https://ops.example.com:4430/',
];

test('writes the addresses of webhooks as they are called', async () => {
  await withSchemaEngine(url, (engine) =>
    engine.applyMigrations({ migrationsList: before, filters: { externalTables: [], externalEnums: [] } }),
  );
  const userId = randomUUID();
  await pool.query('INSERT INTO users (id, email, updated_at) VALUES ($1, $2, now())', [
    userId,
    'ada@clients.example',
  ]);
  for (const address of typed)
    await pool.query(
      `INSERT INTO outgoing_webhooks (id, user_id, url, events, secret_sealed, created_at)
       VALUES ($1, $2, $3, '{}', 'sealed', now())`,
      [randomUUID(), userId, address],
    );
  await migrate({ url });
  const { rows } = await pool.query('SELECT url FROM outgoing_webhooks');
  const called = typed.map((address) => {
    const parsed = new URL(address);
    parsed.hash = '';
    return parsed.href;
  });
  expect(rows.map((row) => row.url).toSorted()).toEqual(called.toSorted());
});
