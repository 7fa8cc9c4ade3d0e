import { randomBytes, randomUUID } from 'node:crypto';
import { createSealer } from '@picksync/db';
import { testConnection, testDatabase } from '@picksync/db/testing';
import { afterAll, expect, test } from 'vitest';
import { createSmartsheetBudget } from './budget.ts';
import { takePaidToken } from './smartsheet-accounts.ts';
import { sealTokens } from './token-row.ts';

const { prisma, close } = await testDatabase({ poolSize: 20 });
afterAll(close);
const sealer = createSealer([{ id: 'test', key: randomBytes(32) }]);
const now = () => new Date('2030-01-01T12:00:00Z');

/** An account with a token that is good for so long. */
async function account(minutes: number, more: Parameters<typeof testConnection>[1] = {}) {
  const id = randomUUID();
  const expiresAt = new Date(now().getTime() + minutes * 60_000);
  const sealed = sealTokens(sealer, id, { accessToken: 'access', refreshToken: 'refresh', expiresAt });
  await testConnection(prisma, { id, ...sealed, ...more });
  return prisma.smartsheetConnection.findUniqueOrThrow({ where: { id } });
}

type Connection = Awaited<ReturnType<typeof account>>;

const take = (connection: Connection, { weight = 1, reserve = 0 } = {}) =>
  takePaidToken({ connection, weight, reserve }, { prisma, sealer, now });
const readBudgets = ({ id }: Connection) => prisma.smartsheetBudget.findMany({ where: { connectionId: id } });

test('a token is given with the right to one call, and with none when the budget is used up', async () => {
  const connection = await account(30);
  const begun = performance.now();
  const taken = await Promise.all(Array.from({ length: 150 }, () => take(connection)));
  const granted = taken.filter((token) => token === 'access').length;
  expect(granted).toBeGreaterThanOrEqual(120);
  expect(granted).toBeLessThanOrEqual(121 + Math.ceil(((performance.now() - begun) / 1000) * 3));
  expect(
    await createSmartsheetBudget({ prisma }).take({ connectionId: connection.id, weight: 10 }),
  ).toMatchObject({
    granted: false,
  });
  expect(await take(connection, { weight: 10 })).toBeUndefined();
});

test('costly calls and those that leave some to others pay as much as they do by themselves', async () => {
  const connection = await account(30);
  expect(await take(connection, { weight: 60, reserve: 60 })).toBe('access');
  expect(await take(connection, { reserve: 60 })).toBeUndefined();
  expect(await take(connection)).toBe('access');
  await expect(take(connection, { weight: 61, reserve: 60 })).rejects.toThrow(RangeError);
});

test('each call reads the token anew', async () => {
  const connection = await account(30);
  expect(await take(connection)).toBe('access');
  const expiresAt = new Date(now().getTime() + 60 * 60_000);
  const data = sealTokens(sealer, connection.id, { accessToken: 'newer', refreshToken: 'r', expiresAt });
  await prisma.smartsheetConnection.update({ where: { id: connection.id }, data });
  expect(await take(connection)).toBe('newer');
});

test('a connection that has ended, is to be refreshed or leads elsewhere pays for no call', async () => {
  const ended = await account(30, { status: 'needs_reconnect' });
  const expiring = await account(5);
  const switched = await account(30, { accountId: '1' });
  const moved = await account(30);
  const bare = await account(30, { accessTokenSealed: null });
  const gone = { ...moved, id: randomUUID() };
  for (const connection of [ended, expiring, bare, gone]) expect(await take(connection)).toBeUndefined();
  expect(await take({ ...switched, accountId: '2' })).toBeUndefined();
  expect(await take({ ...switched, accountId: null })).toBeUndefined();
  expect(await take({ ...moved, region: 'eu' })).toBeUndefined();
  const budgets = await Promise.all([ended, expiring, switched, moved, bare].map(readBudgets));
  expect(budgets.flat()).toEqual([]);
});

test('a token of three minutes is given until a quarter of its life is left', async () => {
  const short = await account(3, { tokenRefreshAt: new Date(now().getTime() + 1000) });
  expect(await take(short)).toBe('access');
  const due = await account(3, { tokenRefreshAt: now() });
  expect(await take(due)).toBeUndefined();
  expect(await readBudgets(due)).toEqual([]);
  const over = await account(0, { tokenRefreshAt: new Date(now().getTime() + 1000) });
  expect(await take(over)).toBeUndefined();
});
