import { testAutomation } from '@picksync/db/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectSandbox } from './testing/connect.ts';
import { draftAutomation } from './testing/draft.ts';
import { type Sandbox, startSandbox } from './testing/sandbox.ts';
import { type TestApp, testApp } from './testing/test-app.ts';

let sandbox: Sandbox;
let api: TestApp;
const now = new Date();
const trialEndDate = new Date(now.getTime() + 24 * 3_600_000);

beforeAll(async () => {
  sandbox = await startSandbox();
  api = await testApp({ smartsheet: sandbox.settings });
  api.clock.at = now;
});
afterAll(async () => {
  await api.close();
  await sandbox.close();
});

const draft = (column: string) =>
  draftAutomation(sandbox, { from: ['Clients', 'Client name'], to: ['Time sheet 2026', column] });

test('status and figures say Free at once when a trial ends, and nothing beyond Free is created or activated', async () => {
  const user = await api.signIn({ trialEndDate });
  const connection = await connectSandbox(api, sandbox, { userId: user.userId });
  const paused = await testAutomation(api.db, { connection, isActive: false });
  const read = async (path: string) => (await api.app.inject({ url: path, headers: user.headers })).json();
  const send = (method: 'POST' | 'PATCH', path: string, payload: object) =>
    api.app.inject({ method, url: `/api/configurations${path}`, headers: user.headers, payload });

  expect((await send('POST', '', await draft('Client'))).statusCode).toBe(201);
  expect((await read('/api/auth/status')).user).toMatchObject({
    subscriptionStatus: 'trial',
    trialEndDate: trialEndDate.toISOString(),
  });
  expect(await read('/api/stats')).toMatchObject({ subscriptionStatus: 'trial', configurationLimit: 2 });

  api.clock.at = trialEndDate;
  const free = { subscriptionStatus: 'free', subscriptionTier: 'free' };
  expect((await read('/api/auth/status')).user).toMatchObject(free);
  expect((await read('/api/auth/token')).user).toMatchObject(free);
  expect(await read('/api/stats')).toMatchObject({
    subscriptionStatus: 'free',
    configurationLimit: 1,
    configurationCount: 2,
    trialEndsIn: null,
  });

  const created = await send('POST', '', await draft('Staff'));
  expect([created.statusCode, created.json().code]).toEqual([403, 'free_plan_limit']);
  const activated = await send('PATCH', `/${paused.id}`, { isActive: true });
  expect([activated.statusCode, activated.json().code]).toEqual([403, 'free_plan_limit']);
});
