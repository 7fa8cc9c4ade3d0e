import { afterAll, describe, expect, test } from 'vitest';
import { Prisma } from './generated/client.ts';
import {
  isRefused,
  queryRows,
  rawTables,
  readRawRow,
  refuseUnless,
  selectRawRow,
  toColumn,
} from './raw-rows.ts';
import { testAutomation, testConnection, testDatabase } from './testing.ts';

const { prisma, pool, close } = await testDatabase();
afterAll(close);

const tableNames = {
  automation: 'automations',
  smartsheetConnection: 'smartsheet_connections',
  writeIntent: 'write_intents',
  rowIntent: 'row_intents',
  renameIntent: 'rename_intents',
} satisfies Record<keyof typeof rawTables, string>;

describe.each(Object.keys(tableNames) as (keyof typeof tableNames)[])('the raw rows of %s', (table) => {
  const columnsOf = () =>
    queryRows<{ name: string; type: string }>(
      pool,
      Prisma.sql`SELECT attname AS name, format_type(atttypid, atttypmod) AS type FROM pg_attribute
      WHERE attrelid = ${tableNames[table]}::regclass AND attnum > 0 AND NOT attisdropped`,
    );

  test('name every column of the table', async () => {
    const names = (await columnsOf()).map(({ name }) => name);
    expect(rawTables[table].fields.map(toColumn).toSorted()).toEqual(names.toSorted());
  });

  test('read every date as a date', async () => {
    const dates = (await columnsOf())
      .filter(({ type }) => type.startsWith('timestamp'))
      .map(({ name }) => name);
    expect(Object.keys(rawTables[table].dates).map(toColumn).toSorted()).toEqual(dates.toSorted());
  });
});

test('raw rows are read as Prisma reads them', async () => {
  const connection = await testConnection(prisma, { tokenExpiresAt: new Date(), scopes: ['READ_SHEETS'] });
  const { id } = await testAutomation(prisma, {
    connection,
    filters: { match: 'all', rules: [] },
    pinnedFirst: ['None', '"quoted", {braced}'],
    outsideChanges: [new Date('2026-11-27T03:00:00.1Z'), new Date('2026-11-27T03:00:00Z')],
    leaving: [{ hash: 'h', leavesAt: '2026-12-01T00:00:00.000Z' }],
    lastRunAt: new Date('2026-11-27T03:00:00.123Z'),
    dirtyAt: new Date('0999-12-31T23:59:59.999Z'),
  });
  type Rows = { automation: Record<string, unknown>; connection: Record<string, unknown> };
  const [row] = await queryRows<Rows>(
    pool,
    Prisma.sql`SELECT ${selectRawRow('automation', 'a')} AS automation,
        ${selectRawRow('smartsheetConnection', 'c')} AS connection
      FROM automations a JOIN smartsheet_connections c ON c.id = a.connection_id WHERE a.id = ${id}::uuid`,
  );
  if (!row) throw new Error('There is no such row');
  expect(readRawRow('automation', row.automation)).toEqual(
    await prisma.automation.findUnique({ where: { id } }),
  );
  expect(readRawRow('smartsheetConnection', row.connection)).toEqual(
    await prisma.smartsheetConnection.findUnique({ where: { id: connection.id } }),
  );
});

test('a statement whose condition does not hold changes nothing', async () => {
  const { id } = await testConnection(prisma);
  const change = (isHeld: boolean) =>
    queryRows(
      pool,
      Prisma.sql`
        WITH changed AS (UPDATE smartsheet_connections SET sync_attempt = 7 WHERE id = ${id}::uuid RETURNING 1)
        SELECT ${refuseUnless(Prisma.sql`${isHeld} AND EXISTS (SELECT FROM changed)`, 'held')}`,
    );
  const attempt = async () =>
    (await prisma.smartsheetConnection.findUniqueOrThrow({ where: { id } })).syncAttempt;
  const error: unknown = await change(false).catch((thrown: unknown) => thrown);
  expect([isRefused(error), isRefused(error, 'held'), isRefused(error, 'another')]).toEqual([
    true,
    true,
    false,
  ]);
  expect(await attempt()).toBe(0);
  await change(true);
  expect(await attempt()).toBe(7);
});
