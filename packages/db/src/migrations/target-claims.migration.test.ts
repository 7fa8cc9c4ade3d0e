import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { migrate } from '../migrate.ts';
import { execute, withDatabase } from '../testing/test-server.ts';
import { testDatabase } from '../testing.ts';
import { readMigrations } from './migration-files.ts';
import { withSchemaEngine } from './schema-engine.ts';

const db = await testDatabase();
const name = `${new URL(db.url).pathname.slice(1)}_claims`;
const url = withDatabase(db.url, name);
await execute(db.url, `CREATE DATABASE ${name}`);
const pool = new pg.Pool({ connectionString: url, max: 1 });
afterAll(async () => {
  await pool.end();
  await execute(db.url, `DROP DATABASE ${name} WITH (FORCE)`);
  await db.close();
});

const before = readMigrations();
before.migrationDirectories = before.migrationDirectories.filter(({ path }) => path < '20261121000170');

/** A row as it was written before there were claims. */
async function oldAutomation({ at, region = 'us', status = 'connected' }: Record<string, string>) {
  const [user, connection, id] = [randomUUID(), randomUUID(), randomUUID()];
  await pool.query('INSERT INTO users (id, email, updated_at) VALUES ($1, $2, now())', [
    user,
    `${user}@example.com`,
  ]);
  await pool.query(
    'INSERT INTO smartsheet_connections (id, user_id, region, status, updated_at) VALUES ($1, $2, $3, $4, now())',
    [connection, user, region, status],
  );
  await pool.query(
    `INSERT INTO automations (id, user_id, connection_id, name, source_sheet_id, source_column_id, source_column_name,
       sheet_id, sheet_name, target_column_id, target_column_name, created_at, updated_at)
     VALUES ($1, $2, $3, 'Clients', '1', '2', 'Client', '3', 'Projects', '4', 'Client', $4, now())`,
    [id, user, connection, at],
  );
  return id;
}

test('of automations that fill one column already the oldest keeps it, the newer ones are paused and told', async () => {
  await withSchemaEngine(url, (engine) =>
    engine.applyMigrations({ migrationsList: before, filters: { externalTables: [], externalEnums: [] } }),
  );
  const newer = await oldAutomation({ at: '2026-03-01' });
  const oldest = await oldAutomation({ at: '2026-01-01' });
  const elsewhere = await oldAutomation({ at: '2026-02-01', region: 'eu' });
  const resting = await oldAutomation({ at: '2025-01-01', status: 'disconnected' });
  await migrate({ url });

  const claims = await pool.query('SELECT automation_id AS id FROM target_claims');
  expect(claims.rows.map(({ id }) => id).toSorted()).toEqual([oldest, elsewhere].toSorted());
  const paused = await pool.query(
    'SELECT id, paused_by, last_error_reason FROM automations WHERE NOT is_active',
  );
  expect(paused.rows).toEqual([{ id: newer, paused_by: 'system', last_error_reason: 'target_claimed' }]);
  const entries = await pool.query('SELECT automation_id AS id, action, status FROM activity_logs');
  expect(entries.rows).toEqual([{ id: newer, action: 'pause_automation', status: 'warning' }]);
  const active = await pool.query('SELECT is_active FROM automations WHERE id = $1', [resting]);
  expect(active.rows).toEqual([{ is_active: true }]);
});
