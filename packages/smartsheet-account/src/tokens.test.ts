import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { createSealer, type Database, openDatabase, resealSecrets } from '@picksync/db';
import { testConnection, testDatabase } from '@picksync/db/testing';
import { SmartsheetError } from '@picksync/smartsheet-client';
import { afterAll, expect, test } from 'vitest';
import type { RefreshTokens, TokensOptions } from './refresh-tokens.ts';
import { recordRefusal } from './refusals.ts';
import { AccountSwitchedError, NotConnectedError, sealTokens } from './token-row.ts';
import { createTokens } from './tokens.ts';

const db = await testDatabase();
const pools: Database[] = [];
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.close()));
  await db.close();
});

const sealingKey = { id: 'test', key: randomBytes(32) };
const sealer = createSealer([sealingKey]);
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

const revoked = () =>
  new SmartsheetError({ class: 'needs_user', reason: 'revoked', operation: 'oauth.refresh' });

/** Tokens as one process has them. Callers have patience: what it is for them is tested by itself. */
function openTokens(refresh: RefreshTokens, { prisma }: Database = db, more: Partial<TokensOptions> = {}) {
  const tokens = createTokens({
    prisma,
    sealer,
    refresh,
    now: () => now,
    sleep: (ms, signal) => wait(ms, undefined, { signal }),
    recordRefusal: async ({ row, error }) =>
      error instanceof SmartsheetError &&
      recordRefusal({ connection: row, error }, { prisma, now: () => now }),
    pollMs: 20,
    ...more,
  });
  type Input = Parameters<typeof tokens.read>[0];
  return { ...tokens, read: (input: Input) => tokens.read({ maxWaitMs: 60_000, ...input }) };
}

const forbidden: RefreshTokens = () => Promise.reject(new Error('must not be asked'));

const readRow = (id: string) => db.prisma.smartsheetConnection.findUniqueOrThrow({ where: { id } });

test('a token that is good for a while is given as it is', async () => {
  const connectionId = await account(minutes(30));
  expect(await openTokens(forbidden).read({ connectionId })).toBe('old access');
});

test('a token about to expire is refreshed before, and the new one kept sealed', async () => {
  const connectionId = await account(minutes(3));
  const asked: string[] = [];
  expect(await openTokens(renewing(asked)).read({ connectionId })).toBe('access 1');
  expect(asked).toEqual(['old refresh']);
  const row = await readRow(connectionId);
  expect(JSON.stringify(row)).not.toMatch(/access 1|refresh 1/);
  expect(row.tokenExpiresAt).toEqual(minutes(60));
  expect(await openTokens(forbidden).read({ connectionId })).toBe('access 1');
});

test.each([
  ['3 minutes', 3, 45],
  ['30 seconds', 0.5, 7.5],
  ['8 hours', 480, 300],
])(
  'a token that lives for %s is used until a quarter of its life is left, five minutes at most',
  async (_life, life, marginSeconds) => {
    const at = (seconds: number) => new Date(now.getTime() + seconds * 1000);
    const id = randomUUID();
    const tokens = {
      accessToken: 'old access',
      refreshToken: 'old refresh',
      issuedAt: now,
      expiresAt: minutes(life),
    };
    await testConnection(db.prisma, { id, ...sealTokens(sealer, id, tokens) });
    const due = life * 60 - marginSeconds;
    const early = openTokens(forbidden, db, { now: () => at(due - 1) });
    expect(await early.read({ connectionId: id })).toBe('old access');
    const asked: string[] = [];
    const late = openTokens(renewing(asked), db, { now: () => at(due) });
    expect(await late.read({ connectionId: id })).toBe('access 1');
    expect(asked).toEqual(['old refresh']);
  },
);

test('a token that has just been refreshed is used however short its life is', async () => {
  const connectionId = await account(minutes(-1));
  const asked: string[] = [];
  const brief: RefreshTokens = async ({ refreshToken }) => {
    asked.push(refreshToken);
    return { accessToken: 'brief', refreshToken: 'next', issuedAt: minutes(-1), expiresAt: now };
  };
  const tokens = openTokens(brief);
  expect(await tokens.read({ connectionId })).toBe('brief');
  expect(asked).toEqual(['old refresh']);
});

test('a time to refresh that an older version left behind is not believed', async () => {
  const id = randomUUID();
  const tokens = { accessToken: 'newer', refreshToken: 'r', expiresAt: minutes(60) };
  const { tokenRefreshAt: _, ...written } = sealTokens(sealer, id, tokens);
  await testConnection(db.prisma, { id, ...written, tokenRefreshAt: minutes(-1) });
  expect(await openTokens(forbidden).read({ connectionId: id })).toBe('newer');
});

test('thirty-two that find it expired, each with a pool of its own, refresh exactly once', async () => {
  const connectionId = await account(minutes(-1));
  const asked: string[] = [];
  const racers = Array.from({ length: 32 }, () => {
    const database = openDatabase({ url: db.url, poolSize: 2 });
    pools.push(database);
    return openTokens(renewing(asked), database);
  });
  const got = await Promise.all(racers.map((tokens) => tokens.read({ connectionId })));
  expect(asked).toEqual(['old refresh']);
  expect(new Set(got)).toEqual(new Set(['access 1']));
});

test('concurrent callers in one process wait for a single refresh', async () => {
  const connectionId = await account(minutes(-1));
  const asked: string[] = [];
  const tokens = openTokens(renewing(asked));
  await Promise.all(Array.from({ length: 100 }, () => tokens.read({ connectionId })));
  expect(asked).toHaveLength(1);
});

test('a token that Smartsheet rejects is refreshed though it has not expired, once', async () => {
  const connectionId = await account(minutes(30));
  const asked: string[] = [];
  const tokens = openTokens(renewing(asked));
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
  const reading = openTokens(slow).read({ connectionId });
  await begun.promise;
  await db.prisma.smartsheetConnection.update({ where: { id: connectionId }, data: { dirtyAt: now } });
  answer.resolve();
  expect(await reading).toBe('access 1');
});

test('a user who connects anew during a refresh keeps the new tokens', async () => {
  const connectionId = await account(minutes(-1));
  const theirs = { accessToken: 'theirs', refreshToken: 'their refresh', expiresAt: minutes(90) };
  const late: RefreshTokens = async (ask) => {
    const data = { ...sealTokens(sealer, connectionId, theirs), tokenVersion: { increment: 1 } };
    await db.prisma.smartsheetConnection.update({ where: { id: connectionId }, data });
    return renewing([])(ask);
  };
  expect(await openTokens(late).read({ connectionId })).toBe('theirs');
  expect(await openTokens(forbidden).read({ connectionId })).toBe('theirs');
});

test('a passing failure leaves everything as it was, and the next one tries again', async () => {
  const connectionId = await account(minutes(-1));
  const failing: RefreshTokens = () => Promise.reject(new Error('Smartsheet is down'));
  await expect(openTokens(failing).read({ connectionId })).rejects.toThrow('Smartsheet is down');
  expect((await readRow(connectionId)).status).toBe('connected');
  expect(await openTokens(renewing([])).read({ connectionId })).toBe('access 1');
});

test('a refusal is recorded once, told once, and nobody who waited asks again', async () => {
  const connectionId = await account(minutes(-1));
  let asked = 0;
  const refusing = () =>
    openTokens(async () => {
      asked += 1;
      throw revoked();
    });
  const tries = Array.from({ length: 4 }, () => refusing().read({ connectionId }));
  const outcomes = await Promise.allSettled(tries);
  expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true);
  expect(asked).toBe(1);
  const row = await readRow(connectionId);
  expect(row).toMatchObject({ status: 'needs_reconnect', statusReason: 'revoked', refreshLeaseId: null });
  expect(await db.prisma.activityLog.count({ where: { userId: row.userId } })).toBe(1);
});

test('a passing failure is not repeated by those who waited for it in other processes', async () => {
  const connectionId = await account(minutes(-1));
  const [begun, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const failing = openTokens(async () => {
    begun.resolve();
    await answer.promise;
    throw new Error('Smartsheet is down');
  }).read({ connectionId });
  await begun.promise;
  let isWaiting = false;
  const sleep = async () => {
    isWaiting = true;
    await wait(5);
  };
  const others = Array.from({ length: 4 }, () => openTokens(forbidden, db, { sleep }).read({ connectionId }));
  const ends = Promise.allSettled([failing, ...others]);
  await expect.poll(() => isWaiting).toBe(true);
  answer.resolve();
  const reasons = (await ends).map((end) => (end.status === 'rejected' ? String(end.reason) : 'a token'));
  expect(reasons.filter((reason) => reason.includes('must not be asked'))).toEqual([]);
  expect(reasons.filter((reason) => reason === 'a token')).toEqual([]);
});

test('a caller that does not wait long enough is told to come again, and the refresh is stored all the same', async () => {
  const connectionId = await account(minutes(-1));
  const [begun, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const tokens = openTokens(async (input) => {
    begun.resolve();
    await answer.promise;
    return renewing([])(input);
  });
  const impatient = await tokens.read({ connectionId, maxWaitMs: 50 }).catch((error: unknown) => error);
  expect(impatient).toBeInstanceOf(SmartsheetError);
  expect(impatient).toMatchObject({ class: 'retry', heldBackBy: 'token', retryAfterMs: expect.any(Number) });
  await begun.promise;
  const settled = tokens.settle();
  answer.resolve();
  await settled;
  expect((await readRow(connectionId)).tokenVersion).toBe(1);
  expect(await openTokens(forbidden).read({ connectionId })).toBe('access 1');
});

test('no database connection is held while Smartsheet takes its time', async () => {
  const small = openDatabase({ url: db.url, poolSize: 1 });
  pools.push(small);
  const accounts = await Promise.all(Array.from({ length: 14 }, () => account(minutes(-1))));
  const answer = Promise.withResolvers<void>();
  let begun = 0;
  const tokens = openTokens(async (input) => {
    begun += 1;
    await answer.promise;
    return renewing([])(input);
  }, small);
  const reading = accounts.map((connectionId) => tokens.read({ connectionId }));
  await expect.poll(() => begun).toBe(14);
  // The pool has one connection: were it held, nobody could read.
  expect(await small.prisma.user.count()).toBeGreaterThan(0);
  expect(small.pool.idleCount).toBe(1);
  answer.resolve();
  await Promise.all(reading);
});

test('a holder that died leaves the lease to the next one when its time is over', async () => {
  const connectionId = await account(minutes(-1));
  const abandoned = openTokens(() => new Promise(() => {}), db, { leaseMs: 200 });
  await abandoned.read({ connectionId, maxWaitMs: 20 }).catch(() => {});
  await expect.poll(async () => (await readRow(connectionId)).refreshLeaseId).not.toBeNull();
  const asked: string[] = [];
  expect(await openTokens(renewing(asked)).read({ connectionId })).toBe('access 1');
  expect(asked).toEqual(['old refresh']);
});

test('a crash after Smartsheet has rotated ends in a clean reconnect, not in a loop', async () => {
  const connectionId = await account(minutes(-1));
  const crashed = openTokens(() => new Promise(() => {}), db, { leaseMs: 100 });
  await crashed.read({ connectionId, maxWaitMs: 20 }).catch(() => {});
  await expect.poll(async () => (await readRow(connectionId)).refreshLeaseId).not.toBeNull();
  let asked = 0;
  const next = openTokens(async () => {
    asked += 1;
    throw revoked();
  });
  await expect(next.read({ connectionId })).rejects.toThrow('revoked');
  await expect(next.read({ connectionId })).rejects.toThrow(NotConnectedError);
  expect(asked).toBe(1);
  expect(await readRow(connectionId)).toMatchObject({ status: 'needs_reconnect', statusReason: 'revoked' });
});

test('a holder that was paused past its lease brings the connection back with the tokens it has', async () => {
  const connectionId = await account(minutes(-1));
  const [begun, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const paused = openTokens(
    async (input) => {
      begun.resolve();
      await answer.promise;
      return renewing([])(input);
    },
    db,
    { leaseMs: 100 },
  ).read({ connectionId });
  await begun.promise;
  await expect(openTokens(() => Promise.reject(revoked())).read({ connectionId })).rejects.toThrow('revoked');
  expect((await readRow(connectionId)).status).toBe('needs_reconnect');
  answer.resolve();
  expect(await paused).toBe('access 1');
  expect(await readRow(connectionId)).toMatchObject({ status: 'connected', statusReason: null });
});

test('a refusal of tokens that somebody else has renewed meanwhile does not end the connection', async () => {
  const connectionId = await account(minutes(-1));
  const late: RefreshTokens = async () => {
    const theirs = { accessToken: 'theirs', refreshToken: 'their refresh', expiresAt: minutes(90) };
    const data = { ...sealTokens(sealer, connectionId, theirs), tokenVersion: { increment: 1 } };
    await db.prisma.smartsheetConnection.update({ where: { id: connectionId }, data });
    throw revoked();
  };
  expect(await openTokens(late).read({ connectionId })).toBe('theirs');
  expect((await readRow(connectionId)).status).toBe('connected');
});

test('tokens that come after the user has disconnected are not kept, and handed over to be ended', async () => {
  const connectionId = await account(minutes(-1));
  const unneeded: string[] = [];
  const late: RefreshTokens = async (input) => {
    const data = { status: 'disconnected', tokenVersion: { increment: 1 }, accessTokenSealed: null } as const;
    await db.prisma.smartsheetConnection.update({ where: { id: connectionId }, data });
    return renewing([])(input);
  };
  const onUnneeded: TokensOptions['onUnneeded'] = async ({ tokens }) =>
    void unneeded.push(tokens.accessToken);
  await expect(openTokens(late, db, { onUnneeded }).read({ connectionId })).rejects.toThrow(
    NotConnectedError,
  );
  expect(unneeded).toEqual(['access 1']);
  expect((await readRow(connectionId)).accessTokenSealed).toBeNull();
});

test('new tokens are stored although the database was away when they came', async () => {
  const connectionId = await account(minutes(-1));
  const database = openDatabase({ url: db.url, poolSize: 2 });
  pools.push(database);
  let failures = 0;
  const prisma = database.prisma.$extends({
    query: {
      smartsheetConnection: {
        updateMany: ({ args, query }) => {
          failures += 1;
          if (failures > 3) return query(args);
          throw Object.assign(new Error('terminating connection'), { code: '57P01' });
        },
      },
    },
  }) as unknown as Database['prisma'];
  const tokens = openTokens(renewing([]), { ...database, prisma }, { sleep: () => Promise.resolve() });
  expect(await tokens.read({ connectionId })).toBe('access 1');
  expect(failures).toBe(4);
});

test('a caller that opened one account does not get the tokens of another that the user has connected since', async () => {
  const connectionId = await account(minutes(30));
  const { accountId, region } = await readRow(connectionId);
  const opened = { accountId, region };
  expect(await openTokens(forbidden).read({ connectionId, account: opened })).toBe('old access');
  await db.prisma.smartsheetConnection.update({ where: { id: connectionId }, data: { accountId: '77' } });
  await expect(openTokens(forbidden).read({ connectionId, account: opened })).rejects.toThrow(
    AccountSwitchedError,
  );
});

test('an account that is not connected has no token', async () => {
  const { id } = await testConnection(db.prisma, { status: 'disconnected' });
  await expect(openTokens(forbidden).read({ connectionId: id })).rejects.toThrow(NotConnectedError);
  await expect(openTokens(forbidden).read({ connectionId: randomUUID() })).rejects.toThrow(NotConnectedError);
});

test('sealing everything anew while tokens are refreshed loses none of them', async () => {
  const key = { id: 'next', key: randomBytes(32) };
  const during = createSealer([key, sealingKey]);
  const ids = await Promise.all(Array.from({ length: 12 }, () => account(minutes(-1))));
  const rounds = 5;
  let isRefreshing = true;
  const refreshing = Promise.all(
    ids.map(async (connectionId, n) => {
      for (let round = 1; round <= rounds; round += 1) {
        // Half of the processes have been restarted with the new key in front.
        const tokens = openTokens(
          async ({ refreshToken }) => {
            const spent = round === 1 ? 'old refresh' : `refresh ${connectionId} ${round - 1}`;
            if (refreshToken !== spent) throw revoked();
            const next = `${connectionId} ${round}`;
            return { accessToken: `access ${next}`, refreshToken: `refresh ${next}`, expiresAt: minutes(-1) };
          },
          db,
          { sealer: n % 2 ? during : createSealer([sealingKey, key]) },
        );
        const rejected = round === 1 ? 'old access' : `access ${connectionId} ${round - 1}`;
        expect(await tokens.read({ connectionId, rejected })).toBe(`access ${connectionId} ${round}`);
      }
    }),
  ).finally(() => {
    isRefreshing = false;
  });
  const { signal } = new AbortController();
  while (isRefreshing) await resealSecrets({ prisma: db.prisma, sealer: during, signal, pageSize: 5 });
  await refreshing;
  const report = await resealSecrets({ prisma: db.prisma, sealer: during, signal });
  expect(report).toMatchObject({ unreadable: 0, left: 0 });
  const rows = await db.prisma.smartsheetConnection.findMany({ where: { id: { in: ids } } });
  expect(rows.map(({ status, tokenVersion }) => `${status} ${tokenVersion}`)).toEqual(
    ids.map(() => `connected ${rounds}`),
  );
});
