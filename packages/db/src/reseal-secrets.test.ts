import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { openQueue } from './queue/queue.ts';
import { countSealedSecrets, resealSecrets } from './reseal-secrets.ts';
import { createSealer, sealedColumns, UnsealError } from './sealed.ts';
import { testConnection, testDatabase, testUser } from './testing.ts';

const database = await testDatabase();
const { prisma } = database;
afterAll(() => database.close());
beforeEach(async () => {
  await prisma.user.deleteMany();
  await prisma.retiredAccount.deleteMany();
});

const [old, fresh] = [
  { id: 'old', key: randomBytes(32) },
  { id: 'new', key: randomBytes(32) },
];
const before = createSealer([old]);
const during = createSealer([fresh, old]);
const after = createSealer([fresh]);
const signal = new AbortController().signal;

const { accessToken, refreshToken, webhookSecret, totpSecret, retiredAccessToken } = sealedColumns;

async function connected(count: number) {
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const { id } = await testConnection(prisma);
    const data = {
      accessTokenSealed: before.seal(`access of ${id}`, accessToken.identity(id)),
      refreshTokenSealed: before.seal(`refresh of ${id}`, refreshToken.identity(id)),
    };
    await prisma.smartsheetConnection.update({ where: { id }, data });
    ids.push(id);
  }
  return ids;
}

const readRow = (id: string) => prisma.smartsheetConnection.findUniqueOrThrow({ where: { id } });
const openAccess = async (id: string) =>
  after.open((await readRow(id)).accessTokenSealed ?? '', accessToken.identity(id));

test('every column that holds something sealed is known, and nothing else is', async () => {
  const { rows } = await database.pool.query(
    "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = 'public' AND column_name LIKE '%sealed%'",
  );
  const inDatabase = rows.map(({ table_name, column_name }) => `${table_name}.${column_name}`);
  const known = Object.values(sealedColumns).map(({ table, column }) => `${table}.${column}`);
  expect(known.toSorted()).toEqual(inDatabase.toSorted());
});

test('resealing covers everything, in pages, and all of it opens without the old key', async () => {
  const ids = await connected(5);
  const [connectionId = ''] = ids;
  const user = await testUser(prisma);
  await prisma.user.update({
    where: { id: user.id },
    data: { totpSecretSealed: before.seal('totp', totpSecret.identity(user.id)) },
  });
  const webhook = await prisma.smartsheetWebhook.create({ data: { connectionId, sheetId: '1' } });
  const sharedSecretSealed = before.seal('secret', webhookSecret.identity(webhook.id));
  await prisma.smartsheetWebhook.update({ where: { id: webhook.id }, data: { sharedSecretSealed } });
  const retired = await prisma.retiredAccount.create({ data: { region: 'us', accessTokenSealed: '' } });
  const accessTokenSealed = before.seal('retired', retiredAccessToken.identity(retired.id));
  await prisma.retiredAccount.update({ where: { id: retired.id }, data: { accessTokenSealed } });
  expect(await countSealedSecrets(prisma)).toEqual([{ keyId: 'old', secrets: 13 }]);

  const report = await resealSecrets({ prisma, sealer: during, signal, pageSize: 2 });
  expect(report).toEqual({ resealed: 13, unreadable: 0, left: 0 });
  expect(await countSealedSecrets(prisma)).toEqual([{ keyId: 'new', secrets: 13 }]);
  for (const id of ids) expect(await openAccess(id)).toBe(`access of ${id}`);
  const { sharedSecretSealed: sealed } = await prisma.smartsheetWebhook.findUniqueOrThrow({
    where: { id: webhook.id },
  });
  expect(after.open(sealed ?? '', webhookSecret.identity(webhook.id))).toBe('secret');
  expect(await resealSecrets({ prisma, sealer: during, signal })).toMatchObject({ resealed: 0, left: 0 });
});

test('a secret that no key opens is counted, left as it is, and does not stop the rest', async () => {
  const [lost = '', good = ''] = await connected(2);
  const foreign = createSealer([{ id: 'lost', key: randomBytes(32) }]);
  const sealed = foreign.seal('gone', accessToken.identity(lost));
  await prisma.smartsheetConnection.update({ where: { id: lost }, data: { accessTokenSealed: sealed } });
  const report = await resealSecrets({ prisma, sealer: during, signal, pageSize: 1 });
  expect(report).toEqual({ resealed: 3, unreadable: 1, left: 1 });
  expect((await readRow(lost)).accessTokenSealed).toBe(sealed);
  expect(await openAccess(good)).toBe(`access of ${good}`);
});

test('a secret that is replaced while it is sealed anew is not lost', async () => {
  const ids = await connected(20);
  const writing = (async () => {
    for (let round = 0; round < 10; round += 1) {
      for (const id of ids) {
        // A process that has not been restarted yet seals with the old key.
        const sealer = round % 2 ? before : during;
        const accessTokenSealed = sealer.seal(`round ${round} of ${id}`, accessToken.identity(id));
        await prisma.smartsheetConnection.update({ where: { id }, data: { accessTokenSealed } });
      }
    }
  })();
  let isWriting = true;
  writing.finally(() => {
    isWriting = false;
  });
  while (isWriting) await resealSecrets({ prisma, sealer: during, signal, pageSize: 3 });
  await writing;
  expect(await resealSecrets({ prisma, sealer: during, signal })).toMatchObject({
    unreadable: 0,
    left: 0,
  });
  for (const id of ids) expect(await openAccess(id)).toBe(`round 9 of ${id}`);
});

test('an old key that went too early fails closed', async () => {
  const [id = ''] = await connected(1);
  await expect(openAccess(id)).rejects.toThrow(UnsealError);
});

test('an operator is told how much is left, and when the old key may go', async () => {
  await connected(2);
  const script = fileURLToPath(new URL('sealing-keys.main.ts', import.meta.url));
  const text = [fresh, old].map(({ id, key }) => `${id}:${key.toString('base64')}`).join(',');
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, DATABASE_URL: database.url, SEALING_KEYS: text };
  const request = async () => (await promisify(execFile)(process.execPath, [script], { env })).stdout;
  expect(await request()).toMatch(/^old: 4\nNot everything is sealed with "new" yet/);
  await resealSecrets({ prisma, sealer: during, signal });
  expect(await request()).toBe('new: 4\nEverything is sealed with "new": other keys may go.\n');
  const queue = await openQueue({ url: database.url, processName: 'sync-worker', onError: () => {} });
  onTestFinished(() => queue.stop({ graceMs: 0 }));
  expect(await request()).toMatch(
    /other keys may go, once no process runs whose settings are older \(connected: 1, the oldest started at \d{4}-.*Z\)\.\n$/,
  );
});
