// The chapter of docs/scale.md about Citus names every key, foreign key and trigger that stands in its way.
import { readFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { testDatabase } from './testing.ts';

const { pool, close } = await testDatabase({ poolSize: 1 });
afterAll(close);

const page = readFileSync(new URL('../../../docs/scale.md', import.meta.url), 'utf8');
const chapter = page.split('### What stands in the way of Citus')[1] ?? '';
const named = [...chapter.matchAll(/`(\w+)`/g)].map(([, name]) => name);

/** The column that each of these tables would be distributed by; of those that have none yet, it is missing. */
const columns = {
  smartsheet_connections: 'id',
  automations: 'connection_id',
  automation_runs: undefined,
  sheets: 'connection_id',
  smartsheet_webhooks: 'connection_id',
  smartsheet_budgets: 'connection_id',
  write_intents: undefined,
  row_intents: undefined,
  target_claims: 'sheet_id',
};
const tables = Object.keys(columns);

async function ask<T extends object>(sql: string): Promise<T[]> {
  return (await pool.query<T>(sql, [tables])).rows;
}

test('every table that belongs to a connection is named', async () => {
  const rows = await ask<{ name: string }>(`
    SELECT DISTINCT table_name AS name FROM information_schema.columns
    WHERE table_schema = 'public' AND column_name = 'connection_id' AND table_name <> 'retired_accounts' AND $1::text[] IS NOT NULL`);
  expect(tables).toEqual(expect.arrayContaining(rows.map(({ name }) => name)));
  expect(named).toEqual(expect.arrayContaining(tables));
});

test('every key without the column of distribution is named', async () => {
  const keys = await ask<{ table: keyof typeof columns; name: string; has: string[] }>(`
    SELECT t.relname AS table, i.relname AS name, array_agg(a.attname::text) AS has
    FROM pg_index x JOIN pg_class t ON t.oid = x.indrelid JOIN pg_class i ON i.oid = x.indexrelid
      JOIN pg_attribute a ON a.attrelid = i.oid
    WHERE x.indisunique AND t.relnamespace = 'public'::regnamespace AND t.relname = ANY($1)
    GROUP BY 1, 2`);
  const without = keys.filter(({ table, has }) => !has.includes(columns[table] ?? ''));
  expect(without.length).toBeGreaterThan(5);
  expect(named).toEqual(expect.arrayContaining(without.map(({ name }) => name)));
});

test('every foreign key that leads elsewhere, or without that column, is named', async () => {
  const keys = await ask<{ name: string; from: string; to: string; column: string }>(`
    SELECT f.conname AS name, s.relname AS from, t.relname AS to, a.attname AS column
    FROM pg_constraint f JOIN pg_class s ON s.oid = f.conrelid JOIN pg_class t ON t.oid = f.confrelid
      JOIN pg_attribute a ON a.attrelid = s.oid AND a.attnum = f.conkey[1]
    WHERE f.contype = 'f' AND s.relnamespace = 'public'::regnamespace AND (s.relname = ANY($1) OR t.relname = ANY($1))`);
  const fits = ({ to, column }: { to: string; column: string }) =>
    to === 'smartsheet_connections' && column === 'connection_id';
  const without = keys.filter((key) => !fits(key));
  expect(without.length).toBeGreaterThan(5);
  expect(named).toEqual(expect.arrayContaining(without.map(({ name }) => name)));
});

test('every trigger on these tables is named', async () => {
  const triggers = await ask<{ name: string }>(`
    SELECT tgname AS name FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
    WHERE NOT tgisinternal AND c.relname = ANY($1)`);
  expect(triggers.length).toBeGreaterThan(5);
  expect(named).toEqual(expect.arrayContaining(triggers.map(({ name }) => name)));
});

test('no id comes from a sequence', async () => {
  expect(
    await ask(
      `SELECT FROM pg_class WHERE relkind = 'S' AND relnamespace = 'public'::regnamespace AND $1::text[] IS NOT NULL`,
    ),
  ).toEqual([]);
});
