import { testAutomation, testConnection } from '@picksync/db/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../testing/test-app.ts';

let api: TestApp;
beforeAll(async () => {
  api = await testApp();
});
afterAll(() => api.close());

const onPremium = { subscriptionStatus: 'active', subscriptionTier: 'premium' } as const;
const rule = { columnId: '7', columnName: 'State', operator: 'equals', value: 'open' };
const filters = { match: 'all', rules: [rule] };

async function person(automations: { name: string; filters?: object; isActive?: boolean }[]) {
  const who = await api.signIn(onPremium);
  const connection = await testConnection(api.db, { userId: who.userId });
  for (const [place, automation] of automations.entries()) {
    const createdAt = new Date(Date.UTC(2026, 0, 1, place));
    await testAutomation(api.db, { connection, ...automation, createdAt });
  }
  return who;
}

const effects = async ({ headers }: { headers: Record<string, string> }, planId: number) =>
  api.app.inject({ url: `/api/subscription/effects?plan_id=${planId}`, headers });

test('the effects of a lower plan need a session, and name the automations of its user alone', async () => {
  expect((await effects({ headers: {} }, 2)).json().code).toBe('unauthenticated');
  await person([{ name: 'theirs', filters }]);
  const nobody = await api.signIn(onPremium);
  expect((await effects(nobody, 1)).json()).toMatchObject({ active: 0, willPause: 0, automations: [] });
  expect((await effects(nobody, 99)).statusCode).toBe(404);
});

test('a lower plan pauses the newest automations, and those with settings that it lacks wait', async () => {
  const twelve = Array.from({ length: 12 }, (_, place) => ({
    name: `number ${place + 1}`,
    ...(place === 4 || place === 11 ? { filters } : {}),
  }));
  const who = await person([...twelve, { name: 'paused before', isActive: false }]);
  await api.createKey(who.userId);
  await api.db.outgoingWebhook.create({
    data: {
      userId: who.userId,
      url: 'https://receiver.example',
      events: [],
      secretSealed: 'sealed',
      createdAt: new Date(),
    },
  });
  expect((await effects(who, 2)).json()).toMatchObject({
    limit: 10,
    active: 12,
    willPause: 2,
    willWait: 1,
    automations: [
      { name: 'number 12', effect: 'paused' },
      { name: 'number 11', effect: 'paused' },
      { name: 'number 5', effect: 'waits' },
    ],
    apiKeys: 1,
    outgoingWebhooks: 1,
    losesRealTime: false,
  });
  expect((await effects(who, 1)).json()).toMatchObject({
    limit: 1,
    willPause: 11,
    willWait: 0,
    losesRealTime: true,
  });
  expect((await effects(who, 3)).json()).toMatchObject({
    willPause: 0,
    willWait: 0,
    automations: [],
    apiKeys: 0,
    outgoingWebhooks: 0,
    losesRealTime: false,
  });
});
