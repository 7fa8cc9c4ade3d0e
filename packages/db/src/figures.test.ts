import pg from 'pg';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { readProductFigures } from './figures.ts';
import { testDatabase, testUser } from './testing.ts';

const { prisma: db, pool, url, close } = await testDatabase();
afterAll(close);

async function countReceiptGaps(): Promise<number> {
  return (await readProductFigures(db)).receiptGaps;
}

test('receipts that are missing between the numbers that were given out are counted', async () => {
  expect(await countReceiptGaps()).toBe(0);
  await db.receiptCounter.create({ data: { year: 2026, last: 3 } });
  await issueReceipt('2026-000001');
  await issueReceipt('2026-000003');
  // Of a year that another counter counts.
  await db.receiptCounter.create({ data: { year: 2025, last: 1 } });
  await issueReceipt('2025-000001');
  expect(await countReceiptGaps()).toBe(1);
  await issueReceipt('2026-000002');
  expect(await countReceiptGaps()).toBe(0);
});

async function issueReceipt(number: string): Promise<void> {
  const { id: userId } = await testUser(db, {});
  const { id: transactionId } = await db.paymentTransaction.create({
    data: { userId, provider: 'paypal', transactionType: 'payment', amount: 1, status: 'paid' },
  });
  const data = {
    number,
    userId,
    transactionId,
    issuedAt: new Date(),
    currency: 'USD',
    totalCents: 100,
    content: {},
  };
  await db.receipt.create({ data });
}

test('an exporter with pg_monitor reads the sizes of tables and the oldest transaction, and no row', async () => {
  const exporter = new pg.Client({ connectionString: url });
  await exporter.connect();
  onTestFinished(() => exporter.end());
  const waiting = await pool.connect();
  onTestFinished(() => waiting.release());
  await waiting.query('BEGIN');
  await exporter.query('SET ROLE pg_monitor');
  const { rows: sizes } = await exporter.query<{ table_name: string; bytes: string }>(
    'SELECT table_name, bytes FROM picksync_table_sizes',
  );
  expect(sizes.map(({ table_name: name }) => name)).toEqual(
    expect.arrayContaining(['public.automations', 'pgboss.queue']),
  );
  const readSeconds = async () =>
    (await exporter.query<{ seconds: number }>('SELECT seconds FROM picksync_oldest_transaction')).rows[0]
      ?.seconds;
  expect(await readSeconds()).toBeGreaterThan(0);
  await waiting.query('COMMIT');
  await expect(exporter.query('SELECT FROM users')).rejects.toThrow('permission denied');
});
