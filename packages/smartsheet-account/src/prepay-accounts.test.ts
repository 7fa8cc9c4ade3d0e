import { randomBytes, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createSealer } from '@picksync/db';
import { testConnection, testDatabase } from '@picksync/db/testing';
import { smartsheetSite } from '@picksync/smartsheet-client';
import { afterAll, expect, test } from 'vitest';
import { createSmartsheetAccounts } from './smartsheet-accounts.ts';
import { sealTokens } from './token-row.ts';

const db = await testDatabase();
const asked: string[] = [];
const smartsheet = createServer((request, response) => {
  asked.push(String(request.headers.authorization));
  const isKnown = request.headers.authorization !== 'Bearer ended';
  response.writeHead(isKnown ? 200 : 401, { 'content-type': 'application/json' });
  response.end(JSON.stringify(isKnown ? { version: 7 } : { errorCode: 1003, message: 'expired' }));
});
await new Promise<void>((listening) => smartsheet.listen(0, '127.0.0.1', listening));
afterAll(async () => {
  smartsheet.close();
  await db.close();
});

const sealer = createSealer([{ id: 'test', key: randomBytes(32) }]);
const { port } = smartsheet.address() as AddressInfo;
const accounts = createSmartsheetAccounts({
  prisma: db.prisma,
  sealer,
  credentials: undefined,
  toSite: (region) => smartsheetSite({ region, overrides: { apiBase: `http://127.0.0.1:${port}/2.0` } }),
  now: () => new Date(),
  random: Math.random,
  sleep: async () => {},
});

async function account(accessToken: string) {
  const id = randomUUID();
  const expiresAt = new Date(Date.now() + 60 * 60_000);
  await testConnection(db.prisma, {
    id,
    ...sealTokens(sealer, id, { accessToken, refreshToken: 'r', expiresAt }),
  });
  return db.prisma.smartsheetConnection.findUniqueOrThrow({ where: { id } });
}

const fullAt = async (connectionId: string) =>
  (await db.prisma.smartsheetBudget.findUniqueOrThrow({ where: { connectionId } })).fullAt.getTime();

test('the first call of each account uses what was taken for all of them, and the next one pays for itself', async () => {
  const [first, second] = [await account('one'), await account('two')];
  const paid = await accounts.prepayAccounts([first, second]);
  const before = await fullAt(first.id);
  // The row has another token by now: it is not read for the first call.
  const renewed = { accessToken: 'later', refreshToken: 'r', expiresAt: new Date(Date.now() + 60 * 60_000) };
  await db.prisma.smartsheetConnection.update({
    where: { id: first.id },
    data: sealTokens(sealer, first.id, renewed),
  });
  const client = paid.open(first.id);
  expect(await client?.sheets.version({ sheetId: '1' })).toBe(7);
  expect(await fullAt(first.id)).toBe(before);
  await client?.sheets.version({ sheetId: '1' });
  expect(await fullAt(first.id)).toBeGreaterThan(before);
  expect(asked.splice(0)).toEqual(['Bearer one', 'Bearer later']);

  const unused = await fullAt(second.id);
  await paid.refund();
  expect(await fullAt(second.id)).toBeLessThan(unused);
});

test('an account whose calls are used up is not opened', async () => {
  const spent = await account('spent');
  await db.prisma.smartsheetBudget.create({
    data: { connectionId: spent.id, fullAt: new Date(Date.now() + 60_000) },
  });
  const paid = await accounts.prepayAccounts([spent]);
  expect(paid.open(spent.id)).toBeUndefined();
});

test('a token that has ended meanwhile is looked up in the ordinary way', async () => {
  const row = await account('ended');
  const paid = await accounts.prepayAccounts([row]);
  const renewed = { accessToken: 'new', refreshToken: 'r', expiresAt: new Date(Date.now() + 60 * 60_000) };
  await db.prisma.smartsheetConnection.update({
    where: { id: row.id },
    data: sealTokens(sealer, row.id, renewed),
  });
  expect(await paid.open(row.id)?.sheets.version({ sheetId: '1' })).toBe(7);
  expect(asked.splice(0)).toEqual(['Bearer ended', 'Bearer new']);
});
