import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { markRestored } from './mark-restored.ts';
import { testAutomation, testConnection, testDatabase, testSheet, testUser } from './testing.ts';

const { url, pool, prisma, close } = await testDatabase();
afterAll(close);

test('the command gives the rows of a large database an hour', async () => {
  await testSheet(prisma, { connectionId: (await newConnection()).id, sheetId: '2', version: 7 });
  await pool.query(`CREATE FUNCTION assert_patient() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF current_setting('statement_timeout')::interval < interval '40 minutes' THEN RAISE 'in a hurry'; END IF;
    RETURN NEW; END $$`);
  await pool.query(
    'CREATE TRIGGER patient BEFORE UPDATE ON sheets FOR EACH ROW EXECUTE FUNCTION assert_patient()',
  );
  const script = fileURLToPath(new URL('after-restore.main.ts', import.meta.url));
  const env = { ...process.env, DATABASE_URL: url };
  const { stdout } = await promisify(execFile)(process.execPath, [script], { env });
  expect(stdout).toMatch(/^Marked for their next sweep: connections 1, /);
  await pool.query('DROP FUNCTION assert_patient CASCADE');
  await prisma.user.deleteMany();
});

test('marks what may have changed since the dump, and nothing that a user has ended', async () => {
  const [one, ended] = [await newConnection(), await newConnection()];
  const { id: endedId } = ended;
  const isOver = { status: 'needs_reconnect', statusReason: 'missing_scope' } as const;
  await prisma.smartsheetConnection.update({ where: { id: endedId }, data: isOver });
  await testSheet(prisma, { connectionId: one.id, sheetId: '1', version: 7 });
  const baseHashes = ['e1'];
  const mirror = await testAutomation(prisma, { connection: one, baseHashes });
  const pair = await testAutomation(prisma, { connection: one, baseHashes, mode: 'two_way' });

  expect(await markRestored(prisma)).toEqual({ connections: 1, automations: 1, sessions: 0 });

  const row = await prisma.smartsheetConnection.findUniqueOrThrow({ where: { id: one.id } });
  expect(row).toMatchObject({ status: 'connected', statusReason: 'restored', refreshLeaseId: null });
  for (const time of [row.tokenExpiresAt, row.tokenRefreshAt, row.nextWebhookCheckAt])
    expect(Date.now() - Number(time)).toBeLessThan(60_000);
  expect(await prisma.smartsheetConnection.findUnique({ where: { id: endedId } })).toMatchObject(isOver);
  const hashesOf = async (id: string) =>
    (await prisma.automation.findUniqueOrThrow({ where: { id } })).baseHashes;
  expect([await hashesOf(mirror.id), await hashesOf(pair.id)]).toEqual([[], baseHashes]);
  expect(await prisma.sheet.findFirst({ where: { connectionId: one.id } })).toMatchObject({ version: null });
});

test('a session or a link that was ended after the dump opens nothing', async () => {
  const { id: userId } = await testUser(prisma, {});
  const expiresAt = new Date(Date.now() + 3_600_000);
  await prisma.session.create({ data: { userId, tokenHash: 'of a lost laptop', expiresAt } });
  const link = { userId, purpose: 'reset_password', kind: 'link', codeHash: 'of a mail', expiresAt } as const;
  await prisma.oneTimeCode.create({ data: link });

  expect(await markRestored(prisma)).toMatchObject({ sessions: 1 });

  expect(await prisma.session.count()).toBe(0);
  expect(await prisma.oneTimeCode.count({ where: { usedAt: null } })).toBe(0);
});

async function newConnection() {
  const { id: userId } = await testUser(prisma, {});
  const tokenExpiresAt = new Date(Date.now() + 3_600_000);
  return testConnection(prisma, { userId, tokenExpiresAt });
}
