import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '../database.ts';
import { createSealer } from '../sealed.ts';
import { testConnection, testDatabase } from '../testing.ts';
import type { RefreshTokens } from './refresh-once.ts';
import { createSmartsheetTokens } from './smartsheet-tokens.ts';
import { NotConnectedError, sealTokens } from './token-row.ts';

const db = await testDatabase();
const pools: Database[] = [];
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.close()));
  await db.close();
});

const sealer = createSealer([{ id: 'test', key: randomBytes(32) }]);
const now = new Date('2030-01-01T12:00:00Z');
const minutes = (count: number) => new Date(now.getTime() + count * 60_000);

/** An account with tokens that expire then. */
async function account(expiresAt: Date) {
  const id = randomUUID();
  const tokens = { accessToken: 'old access', refreshToken: 'old refresh', expiresAt };
  await testConnection(db.prisma, { id, ...sealTokens(sealer, id, tokens) });
  return id;
}

const renewing = (asked: string[]): RefreshTokens => {
  return async ({ refreshToken }) => {
    asked.push(refreshToken);
    const count = asked.length;
    return { accessToken: `access ${count}`, refreshToken: `refresh ${count}`, expiresAt: minutes(60) };
  };
};

const tokensOf = (refresh: RefreshTokens, database: Database = db) =>
  createSmartsheetTokens({ prisma: database.prisma, sealer, refresh, now: () => now });

const forbidden: RefreshTokens = () => Promise.reject(new Error('must not be asked'));

const rowOf = (id: string) => db.prisma.smartsheetConnection.findUniqueOrThrow({ where: { id } });

test('a token that is good for a while is given as it is', async () => {
  const connectionId = await account(minutes(30));
  expect(await tokensOf(forbidden).read({ connectionId })).toBe('old access');
});

test('a token about to expire is refreshed before, and the new one kept sealed', async () => {
  const connectionId = await account(minutes(3));
  const asked: string[] = [];
  expect(await tokensOf(renewing(asked)).read({ connectionId })).toBe('access 1');
  expect(asked).toEqual(['old refresh']);
  const row = await rowOf(connectionId);
  expect(JSON.stringify(row)).not.toMatch(/access 1|refresh 1/);
  expect(row.tokenExpiresAt).toEqual(minutes(60));
  expect(await tokensOf(forbidden).read({ connectionId })).toBe('access 1');
});

test('thirty-two that find it expired, each with a pool of its own, refresh exactly once', async () => {
  const connectionId = await account(minutes(-1));
  const asked: string[] = [];
  const racers = Array.from({ length: 32 }, () => {
    const database = openDatabase({ url: db.url, poolSize: 2 });
    pools.push(database);
    return tokensOf(renewing(asked), database);
  });
  const got = await Promise.all(racers.map((tokens) => tokens.read({ connectionId })));
  expect(asked).toEqual(['old refresh']);
  expect(new Set(got)).toEqual(new Set(['access 1']));
});

test('many in one process wait for one', async () => {
  const connectionId = await account(minutes(-1));
  const asked: string[] = [];
  const tokens = tokensOf(renewing(asked));
  await Promise.all(Array.from({ length: 100 }, () => tokens.read({ connectionId })));
  expect(asked).toHaveLength(1);
});

test('a token that Smartsheet rejects is refreshed though it has not expired, once', async () => {
  const connectionId = await account(minutes(30));
  const asked: string[] = [];
  const tokens = tokensOf(renewing(asked));
  expect(await tokens.read({ connectionId, rejected: 'old access' })).toBe('access 1');
  expect(await tokens.read({ connectionId, rejected: 'old access' })).toBe('access 1');
  expect(asked).toHaveLength(1);
});

test('marking the account while it is being refreshed does not wait for Smartsheet', async () => {
  const connectionId = await account(minutes(-1));
  const [begun, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const slow: RefreshTokens = async (ask) => {
    begun.resolve();
    await answer.promise;
    return renewing([])(ask);
  };
  const reading = tokensOf(slow).read({ connectionId });
  await begun.promise;
  await db.prisma.smartsheetConnection.update({ where: { id: connectionId }, data: { dirtyAt: now } });
  answer.resolve();
  expect(await reading).toBe('access 1');
});

test('a user who connects anew during a refresh keeps the new tokens', async () => {
  const connectionId = await account(minutes(-1));
  const theirs = { accessToken: 'theirs', refreshToken: 'their refresh', expiresAt: minutes(90) };
  const late: RefreshTokens = async (ask) => {
    const data = sealTokens(sealer, connectionId, theirs);
    await db.prisma.smartsheetConnection.update({ where: { id: connectionId }, data });
    return renewing([])(ask);
  };
  expect(await tokensOf(late).read({ connectionId })).toBe('theirs');
  expect(await tokensOf(forbidden).read({ connectionId })).toBe('theirs');
});

test('a passing failure leaves everything as it was, and the next one tries again', async () => {
  const connectionId = await account(minutes(-1));
  const failing: RefreshTokens = () => Promise.reject(new Error('Smartsheet is down'));
  await expect(tokensOf(failing).read({ connectionId })).rejects.toThrow('Smartsheet is down');
  expect((await rowOf(connectionId)).status).toBe('connected');
  expect(await tokensOf(renewing([])).read({ connectionId })).toBe('access 1');
});

test('a refusal is noted before anybody else asks', async () => {
  const connectionId = await account(minutes(-1));
  let asked = 0;
  const refusing = () =>
    createSmartsheetTokens({
      prisma: db.prisma,
      sealer,
      now: () => now,
      refusalOf: () => 'revoked',
      refresh: async () => {
        asked += 1;
        throw new Error('invalid_grant');
      },
    });
  const tries = Array.from({ length: 4 }, () => refusing().read({ connectionId }));
  const outcomes = await Promise.allSettled(tries);
  expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true);
  expect(asked).toBe(1);
  expect(await rowOf(connectionId)).toMatchObject({ status: 'needs_reconnect', statusReason: 'revoked' });
});

test('an account that is not connected has no token', async () => {
  const { id } = await testConnection(db.prisma, { status: 'disconnected' });
  await expect(tokensOf(forbidden).read({ connectionId: id })).rejects.toThrow(NotConnectedError);
  await expect(tokensOf(forbidden).read({ connectionId: randomUUID() })).rejects.toThrow(NotConnectedError);
});
