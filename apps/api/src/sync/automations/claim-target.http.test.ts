import { countLockWaits, testAutomation, testConnection } from '@picksync/db/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createActingSession } from '../../testing/create-acting-session.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import { connectAccount } from '../connection/connect-account.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const targets = ['1', '2', '3', '4'].map((targetColumnId) => ({ sheetId: '900', targetColumnId }));
const basic = { subscriptionStatus: 'active', subscriptionTier: 'basic' } as const;

async function connectedUser() {
  const { userId, headers } = await app.signIn(basic);
  const connection = await testConnection(app.db, { userId, accountId: userId });
  const made = targets.map((target) => testAutomation(app.db, { connection, ...target, isActive: false }));
  const ids = (await Promise.all(made)).map(({ id }) => id);
  return { userId, headers, ids, connection };
}
type User = Awaited<ReturnType<typeof connectedUser>>;

const reconnect = async ({ userId, connection: { accountId, accountEmail } }: User, id = accountId ?? '') => {
  const { id: sessionId } = await createActingSession(app.context, userId);
  const tokens = { accessToken: 'access', refreshToken: 'refresh', expiresAt: new Date() };
  const account = {
    id,
    email: accountEmail ?? '',
    firstName: null,
    lastName: null,
    account: null,
    licensed: null,
  };
  return connectAccount(app.context, { userId, sessionId, region: 'us', tokens, account });
};

/** Numbers that look random and are the same in every run. */
function createDice(seed: number) {
  let state = seed;
  return (sides: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * sides);
  };
}

test('a column has one writer whatever users do at once: no call fails and no claim is left over', async () => {
  const users = await Promise.all(Array.from({ length: 6 }, connectedUser));
  const dice = createDice(20261121);
  const send = (method: 'PATCH' | 'POST' | 'DELETE', url: string, { headers }: User, payload?: object) =>
    app.app.inject({ method, url, headers, ...(payload && { payload }) });
  const act = async (user: User): Promise<number> => {
    const url = `/api/configurations/${user.ids[dice(user.ids.length)]}`;
    switch (dice(6)) {
      case 0:
        return (await send('POST', '/api/smartsheet/disconnect', user)).statusCode;
      case 1:
        await reconnect(user);
        return 200;
      case 2:
        return (await send('POST', `${url}/sync`, user)).statusCode;
      case 3:
        return (await send('PATCH', url, user, { isActive: false })).statusCode;
      default:
        return (await send('PATCH', url, user, { isActive: true })).statusCode;
    }
  };
  const statuses = new Set<number>();
  const life = async (user: User) => {
    for (let turn = 0; turn < 30; turn += 1) statuses.add(await act(user));
  };
  await Promise.all(users.flatMap((user) => [life(user), life(user)]));
  expect([...statuses].filter((status) => ![200, 400, 409].includes(status))).toEqual([]);

  const claims = await app.db.targetClaim.findMany({
    include: { automation: { include: { connection: true } } },
  });
  const holders = claims.filter(
    ({ automation }) => automation.isActive && automation.connection.status === 'connected',
  );
  expect(holders).toHaveLength(claims.length);
  expect(new Set(claims.map(({ columnId }) => columnId)).size).toBe(claims.length);
  const active = { isActive: true, connection: { status: 'connected' }, claim: null } as const;
  expect(await app.db.automation.count({ where: active })).toBe(0);
});

const deadlocks = 'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()';

test('recovering an account and activating an automation for the same column do not wait for each other', async () => {
  await app.db.automation.deleteMany();
  const [one, other] = [await connectedUser(), await connectedUser()];
  const activate = ({ headers, ids: [id] }: User) =>
    app.app.inject({
      method: 'PATCH',
      url: `/api/configurations/${id}`,
      headers,
      payload: { isActive: true },
    });
  expect((await activate(one)).statusCode).toBe(200);
  await reconnect(one, 'another account');

  const { rows: before } = await app.admin.query(deadlocks);
  const chains = await app.admin.connect();
  await chains.query("SELECT pg_advisory_lock(hashtextextended('automation chains', 0))");
  const connecting = reconnect(one);
  await expect.poll(() => countLockWaits(app.admin)).toBe(1);
  const activating = activate(other);
  await expect.poll(() => countLockWaits(app.admin)).toBe(2);
  // The session ends, and its lock with it.
  chains.release(true);

  expect(await connecting).toEqual({ paused: 0, resumed: 1 });
  expect((await activating).json().code).toBe('column_taken');
  const claims = await app.db.targetClaim.findMany();
  expect(claims.map(({ automationId }) => automationId)).toEqual([one.ids[0]]);
  expect((await app.admin.query(deadlocks)).rows).toEqual(before);
});
