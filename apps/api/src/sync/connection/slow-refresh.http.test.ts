import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectSandbox } from '../../testing/connect.ts';
import { type Sandbox, startSandbox } from '../../testing/sandbox.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';

let sandbox: Sandbox;
let app: TestApp;
beforeAll(async () => {
  sandbox = await startSandbox();
  app = await testApp({ smartsheet: sandbox.settings });
  app.clock.at = new Date();
});
afterAll(() => sandbox.close());

const held = async () => (await sandbox.call<unknown[]>('GET', '/api/held')).length;

test('refreshes have one activity entry a day, with a count', async () => {
  const { userId } = await app.signIn();
  const { id } = await connectSandbox(app, sandbox, { userId });
  for (let refreshes = 0; refreshes < 3; refreshes += 1) {
    await app.db.smartsheetConnection.update({ where: { id }, data: { tokenExpiresAt: new Date(0) } });
    await app.context.smartsheet.readToken(id);
  }
  expect(await app.db.activityLog.findMany({ where: { userId } })).toMatchObject([
    {
      action: 'token_refresh',
      status: 'success',
      count: 3,
      details: 'The access to Smartsheet was renewed 3 times.',
    },
  ]);
});

test('fourteen slow token refreshes let others read, say when to try again, and lose no token', async () => {
  const users = await Promise.all(
    Array.from({ length: 14 }, async () => {
      const user = await app.signIn();
      return { ...user, connection: await connectSandbox(app, sandbox, user) };
    }),
  );
  await app.db.smartsheetConnection.updateMany({ data: { tokenExpiresAt: new Date(0) } });
  await sandbox.call('PUT', '/api/faults', { body: { hold: 'after', operations: ['oauth.token'] } });
  const replies = users.map(({ headers }) => app.app.inject({ url: '/api/smartsheet/sheets', headers }));
  await expect.poll(held).toBe(14);

  const { headers } = await app.signIn();
  expect((await app.app.inject({ url: '/api/configurations', headers })).statusCode).toBe(200);
  const { idleCount, totalCount, waitingCount } = app.context.database.pool;
  expect({ busy: totalCount - idleCount, waitingCount }).toEqual({ busy: 0, waitingCount: 0 });

  for (const reply of await Promise.all(replies)) {
    expect([reply.statusCode, reply.json().code]).toEqual([503, 'smartsheet_unavailable']);
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
  }
  const ids = users.map(({ connection: { id } }) => id);
  const closed = app.context.smartsheet.settle();
  await sandbox.call('DELETE', '/api/held');
  await closed;
  const rows = await app.db.smartsheetConnection.findMany({ where: { id: { in: ids } } });
  expect(rows.map(({ status, tokenVersion }) => `${status} ${tokenVersion}`)).toEqual(
    ids.map(() => 'connected 1'),
  );
  await app.close();
});
