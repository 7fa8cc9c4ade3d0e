import { afterAll, expect, test } from 'vitest';
import { openDatabase } from './database.ts';
import { testAutomation, testConnection, testDatabase, testUser } from './testing.ts';

const db = await testDatabase();
afterAll(db.close);

test('the three plans are there', async () => {
  const plans = await db.prisma.plan.findMany({ orderBy: { id: 'asc' } });
  expect(
    plans.map(({ id, name, price, configsLimit }) => [id, name, price.toFixed(2), configsLimit]),
  ).toEqual([
    [1, 'Free', '0.00', 1],
    [2, 'Basic', '6.99', 10],
    [3, 'Premium', '19.99', 100],
  ]);
});

test('ids sort by age', async () => {
  const first = await testUser(db.prisma);
  const second = await testUser(db.prisma);
  expect(first.id < second.id).toBe(true);
});

test('an address that is not in lower case is refused, so that each has one account', async () => {
  await expect(testUser(db.prisma, { email: 'Ann@example.com' })).rejects.toThrow(/users_email_normalised/);
});

test('two automations may not write the same column', async () => {
  const connection = await testConnection(db.prisma);
  const first = await testAutomation(db.prisma, { connection });
  const again = testAutomation(db.prisma, {
    connection,
    sheetId: first.sheetId,
    targetColumnId: first.targetColumnId,
  });
  await expect(again).rejects.toMatchObject({ code: 'P2002' });
});

test('a deleted automation keeps its activity, by name', async () => {
  const connection = await testConnection(db.prisma);
  const { id, name, userId } = await testAutomation(db.prisma, { connection });
  const entry = {
    userId,
    automationId: id,
    automationName: name,
    action: 'manual_sync',
    status: 'info' as const,
  };
  await db.prisma.activityLog.create({ data: entry });
  await db.prisma.automation.delete({ where: { id } });
  const [kept] = await db.prisma.activityLog.findMany({ where: { userId } });
  expect(kept).toMatchObject({ automationId: null, automationName: name });
});

test('a deleted user takes connection, automations and activity along', async () => {
  const connection = await testConnection(db.prisma);
  await testAutomation(db.prisma, { connection });
  await db.prisma.user.delete({ where: { id: connection.userId } });
  const where = { userId: connection.userId };
  expect(await db.prisma.smartsheetConnection.count({ where })).toBe(0);
  expect(await db.prisma.automation.count({ where })).toBe(0);
});

test('times mean the same to Prisma and to SQL, whatever the time zone of the database', async () => {
  await db.pool.query(
    `ALTER DATABASE ${new URL(db.url).pathname.slice(1)} SET timezone = 'America/New_York'`,
  );
  const elsewhere = openDatabase({ url: db.url, poolSize: 2 });
  const trialEndDate = new Date('2030-06-01T12:00:00.123Z');
  const { id } = await testUser(elsewhere.prisma, { trialEndDate });
  const { rows } = await elsewhere.pool.query(
    `SELECT trial_end_date = '2030-06-01T12:00:00.123Z' AS same, abs(extract(epoch FROM now() - created_at)) AS age
     FROM users WHERE id = $1`,
    [id],
  );
  const read = await elsewhere.prisma.user.findUniqueOrThrow({ where: { id } });
  await elsewhere.close();
  expect(rows[0].same).toBe(true);
  expect(Number(rows[0].age)).toBeLessThan(60);
  expect(read.trialEndDate).toEqual(trialEndDate);
});

test('a transaction that says nothing for ten seconds is ended, so that a stopped process keeps no row locked', async () => {
  const setting = 'idle_in_transaction_session_timeout';
  const inTransaction = await db.prisma.$transaction(
    (tx) => tx.$queryRaw`SELECT current_setting(${setting})`,
  );
  expect(inTransaction).toEqual([{ current_setting: '10s' }]);
});
