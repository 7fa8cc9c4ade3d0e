import { testUser } from '@picksync/db/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordTry } from '../../billing/subscriptions/from-provider/refresh-subscription.job.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';

let api: TestApp;
let headers: Record<string, string>;
beforeAll(async () => {
  api = await testApp();
  ({ headers } = await api.signIn({ role: 'admin' }));
});
afterAll(() => api.close());

const read = async (path: string) => (await api.app.inject({ url: `/api/admin/${path}`, headers })).json();
const send = (method: 'POST' | 'PATCH', path: string, payload?: object) =>
  api.app.inject({ method, url: `/api/admin/${path}`, headers, ...(payload && { payload }) });

async function subscribed(email: string, reference: string, rest: object = {}) {
  const { id: userId } = await testUser(api.db, { email });
  const paid = { userId, planId: 2, priceCents: 699, paymentProvider: 'paypal' as const };
  return api.db.subscription.create({
    data: { ...paid, paymentProviderSubscriptionId: reference, ...rest },
  });
}

test('subscriptions are listed with whose they are, and by their state', async () => {
  await subscribed('ana@listed.example', 'I-LISTED', { currentPeriodEnd: new Date('2026-12-21T00:00:00Z') });
  await subscribed('ivo@listed.example', 'I-OVER', { status: 'expired' });
  const [row] = await read('subscriptions?status=active');
  expect(row).toMatchObject({
    email: 'ana@listed.example',
    planName: 'Basic',
    price: 6.99,
    payment_provider: 'paypal',
    payment_provider_subscription_id: 'I-LISTED',
    current_period_end: '2026-12-21T00:00:00.000Z',
  });
  const [startDate, endDate] = [new Date('2026-12-11T00:00:00Z'), new Date('2026-11-27T00:00:00Z')];
  await subscribed('eva@listed.example', 'I-DROPPED', { status: 'expired', startDate, endDate });
  const begun = (
    reference: string,
    rows: { payment_provider_subscription_id: string; hasBegun: boolean }[],
  ) => rows.find((one) => one.payment_provider_subscription_id === reference)?.hasBegun;
  const over = await read('subscriptions?status=expired');
  expect([begun('I-OVER', over), begun('I-DROPPED', over)]).toEqual([true, false]);
  const states = (await read('subscriptions')).map(({ status }: { status: string }) => status);
  expect(states).toEqual(expect.arrayContaining(['active', 'expired']));
});

test('an event says whose payment it is and what came of it, and a replay asks the provider again', async () => {
  const { id: userId } = await testUser(api.db, { email: 'lena@events.example' });
  const refused = { outcome: 'refused', detail: 'Paid $5.99, expected $6.99', attempts: 1 };
  await api.db.checkout.create({
    data: {
      userId,
      planId: 2,
      provider: 'razorpay',
      providerReference: 'plink_events',
      amountCents: 699,
      status: 'failed',
      expiresAt: api.clock.at,
    },
  });
  const { id } = await api.db.providerEvent.create({
    data: {
      provider: 'razorpay',
      providerEventId: 'evt_1',
      type: 'payment_link.paid',
      reference: 'plink_events',
      processedAt: api.clock.at,
      ...refused,
    },
  });
  await api.db.providerEvent.create({
    data: { provider: 'smartsheet', providerEventId: 'cb_1', type: 'callback' },
  });
  expect(await read('provider-events')).toEqual([
    expect.objectContaining({ type: 'payment_link.paid', email: 'lena@events.example', ...refused }),
  ]);
  expect(await read('provider-events?outcome=applied')).toEqual([]);
  expect((await send('POST', `provider-events/${id}/replay`)).json().message).toBe(
    'The provider is asked again.',
  );
  expect(await api.waitingJobs('refresh-subscription')).toEqual([
    { provider: 'razorpay', reference: 'plink_events' },
  ]);
  const replayed = await api.db.providerEvent.findUnique({ where: { id } });
  expect(replayed, 'the next try writes its outcome').toMatchObject({ processedAt: null });
  const nobody = await send('POST', 'provider-events/0193b1f0-0000-7000-8000-00000000dead/replay');
  expect(nobody.statusCode).toBe(404);
});

test('an event that was refused waits for somebody until it is acknowledged, and again when a later try is refused', async () => {
  const about = { provider: 'paypal', reference: 'I-WAITS', receivedAt: api.clock.at } as const;
  await api.db.providerEvent.create({
    data: {
      ...about,
      providerEventId: 'evt_other',
      type: 'BILLING.SUBSCRIPTION.ACTIVATED',
      outcome: 'refused',
    },
  });
  const { id } = await api.db.providerEvent.create({
    data: {
      ...about,
      providerEventId: 'evt_waits',
      type: 'PAYMENT.SALE.COMPLETED',
      outcome: 'refused',
      processedAt: api.clock.at,
    },
  });
  const waiting = async () =>
    (await read('provider-events?waiting=true')).map(({ reference }: { reference: string }) => reference);
  const before = (await read('attention')).events;
  expect(await waiting()).toContain('I-WAITS');
  const acknowledge = () => send('POST', `provider-events/${id}/acknowledge`, { reason: 'Paid elsewhere' });
  expect((await acknowledge()).json().message).toBe('2 events about it are acknowledged.');
  expect((await acknowledge()).json().message).toBe('This event does not need anyone.');
  expect(await waiting()).not.toContain('I-WAITS');
  expect((await read('attention')).events).toBe(before - 2);
  expect(await read('audit-events')).toContainEqual(
    expect.objectContaining({
      action: 'event_acknowledged',
      name: 'PAYMENT.SALE.COMPLETED',
      reason: 'Paid elsewhere',
    }),
  );
  await send('POST', `provider-events/${id}/replay`);
  const refused = { outcome: 'refused', detail: 'It is for another plan.', isDone: true } as const;
  await recordTry(api.db, { provider: 'paypal', reference: 'I-WAITS', at: api.clock.at, ...refused });
  expect(await waiting()).toContain('I-WAITS');
  const nobody = 'provider-events/0193b1f0-0000-7000-8000-00000000dead/acknowledge';
  expect((await send('POST', nobody, { reason: 'Seen' })).statusCode).toBe(404);
});

test('a plan that is switched off stays in the list and is switched on again; Free and Basic cannot be', async () => {
  const every = async () => (await api.app.inject({ url: '/api/admin/plans', headers })).json();
  const offered = async () => (await api.app.inject({ url: '/api/subscription/plans' })).json();
  const off = await send('PATCH', 'plans/3', { isActive: false });
  expect(off.json().message).toBe('Premium is no longer offered.');
  expect((await every())[2]).toMatchObject({ id: 3, isActive: false, canBeOff: true });
  expect(await offered()).toHaveLength(2);
  for (const id of [1, 2])
    expect((await send('PATCH', `plans/${id}`, { isActive: false })).statusCode).toBe(400);
  expect((await send('PATCH', 'plans/3', { isActive: true })).json().message).toBe(
    'Premium is offered again.',
  );
  expect(await offered()).toHaveLength(3);
  const actions = await api.db.auditEvent.findMany({ where: { action: { startsWith: 'plan_switched' } } });
  expect(actions.map(({ action }) => action).toSorted()).toEqual(['plan_switched_off', 'plan_switched_on']);
});

test('a plan is changed for everybody, and a new price is for those who subscribe later', async () => {
  await api.db.plan.update({ where: { id: 2 }, data: { paypalPlanId: 'P-OLD' } });
  const words = await send('PATCH', 'plans/2', { maxConfigurations: 12 });
  expect(words.json().message).toBe('Basic is changed.');
  expect(await api.db.plan.findUnique({ where: { id: 2 } })).toMatchObject({
    configsLimit: 12,
    paypalPlanId: 'P-OLD',
  });
  const shown = async () => (await api.app.inject({ url: '/api/subscription/plans' })).json();
  expect((await shown())[1].features[0], 'the words follow the limit').toBe('12 configurations');
  const namesNow = async () => (await api.app.inject({ url: '/api/auth/status', headers })).json().planNames;
  expect(await namesNow()).toBeUndefined();
  await send('PATCH', 'plans/2', { name: 'Team' });
  expect(await namesNow()).toEqual({ free: 'Free', basic: 'Team', premium: 'Premium' });
  const another = await Promise.all([
    send('PATCH', 'plans/2', { name: 'Gold' }),
    send('PATCH', 'plans/3', { name: 'gold' }),
  ]);
  const refused = another.filter(({ statusCode }) => statusCode !== 200);
  expect(refused.map((answer) => answer.json().errors)).toEqual([{ name: 'Another plan has this name' }]);
  for (const name of ['\u200b', 'Basic\r\nBcc: all@clients.example'])
    expect((await send('PATCH', 'plans/2', { name })).json().errors.name).toMatch(/^Please/);
  await send('PATCH', 'plans/3', { name: 'Premium' });
  await send('PATCH', 'plans/2', { name: 'Basic' });
  await send('PATCH', 'plans/2', { price: 7.49 });
  expect(await api.db.plan.findUnique({ where: { id: 2 } })).toMatchObject({ paypalPlanId: null });
  const free = await send('PATCH', 'plans/1', { price: 1 });
  expect(free.json().errors).toEqual({ price: 'Free costs nothing' });
  const nothing = await send('PATCH', 'plans/2', { price: 0 });
  expect(nothing.json().errors).toEqual({ price: 'A paid plan costs something' });
  expect((await send('PATCH', 'plans/99', { price: 5 })).statusCode).toBe(404);
  await send('PATCH', 'plans/2', { price: 6.99, maxConfigurations: 10 });
});

test('two administrators who have the form of a plan open at once do not overwrite each other unseen', async () => {
  const basic = async () => (await api.app.inject({ url: '/api/admin/plans', headers })).json()[1];
  const seen = { features: (await basic()).features };
  const lists = [['Real-time sync'], ['Priority help'], ['10 configurations', 'Friendly help']];
  const answers = await Promise.all(lists.map((features) => send('PATCH', 'plans/2', { features, seen })));
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409]);
  const refused = answers.find(({ statusCode }) => statusCode === 409);
  expect(refused?.json()).toMatchObject({ code: 'plan_changed' });
  // An answer that was lost is asked for again, other fields do not matter, and the words of the limit are no edit.
  const { features } = await basic();
  expect((await send('PATCH', 'plans/2', { features, seen })).statusCode).toBe(200);
  const words = { features: ['10 configurations'], seen: { features } };
  expect((await send('PATCH', 'plans/2', words)).statusCode).toBe(200);
  expect((await send('PATCH', 'plans/2', { maxConfigurations: 12 })).statusCode).toBe(200);
  const again = { ...seen, seen: { features: ['10 configurations'] } };
  expect((await send('PATCH', 'plans/2', again)).statusCode).toBe(200);
  const price = { price: 7.49, seen: { price: 6.49 } };
  expect((await send('PATCH', 'plans/2', price)).json().code).toBe('plan_changed');
  expect((await basic()).price).toBe(6.99);
  await send('PATCH', 'plans/2', { maxConfigurations: 10 });
});

test('the figures are those of the book: begun, ended, churn and converted trials, month by month', async () => {
  const user = () => crypto.randomUUID();
  const [ana, ivo, kai] = [user(), user(), user()];
  const [first, second, third, upgraded] = [user(), user(), user(), user()];
  const day = (text: string) => new Date(`${text}T12:00:00Z`);
  const row = (userId: string, subscriptionId: string | null, kind: string, at: Date, cents = 699) => ({
    userId,
    subscriptionId,
    planId: subscriptionId ? 2 : 1,
    provider: subscriptionId ? ('paypal' as const) : null,
    kind,
    monthlyCents: cents,
    at,
  });
  await api.db.planChange.createMany({
    data: [
      row(ana, null, 'trial_started', day('2026-08-30'), 0),
      row(ana, first, 'activated', day('2026-09-03')),
      row(ivo, null, 'trial_started', day('2026-09-10'), 0),
      row(ivo, second, 'activated', day('2026-09-12')),
      row(kai, null, 'trial_started', day('2026-09-20'), 0),
      row(kai, third, 'activated', day('2026-10-31')),
      row(ivo, second, 'ended', day('2026-10-12'), 0),
      row(kai, third, 'replaced', day('2026-11-02'), 0),
      row(kai, upgraded, 'activated', day('2026-11-02'), 1999),
    ],
  });
  const { months } = await read('figures');
  expect(months).toHaveLength(12);
  const of = (month: string) => months.find((one: { month: string }) => one.month === month);
  expect(of('2026-09-01')).toMatchObject({
    trialsBegun: 2,
    trialsConverted: 2,
    begun: 2,
    active: 2,
    churn: null,
  });
  expect(of('2026-10-01')).toMatchObject({ begun: 1, ended: 1, active: 2, churn: 0.5 });
  expect(of('2026-11-01')).toMatchObject({ begun: 0, ended: 0, active: 2, churn: 0 });
});

test('a trial counts as converted only when money was received that is not back', async () => {
  const day = (text: string) => new Date(`${text}T12:00:00Z`);
  const begin = async (provider: 'paypal' | 'none' | 'manual', status: 'paid' | 'refunded' | null) => {
    const { id: userId } = await testUser(api.db, {});
    const { id: subscriptionId } = await api.db.subscription.create({
      data: { userId, planId: 2, paymentProvider: provider },
    });
    const row = { userId, monthlyCents: 0 };
    await api.db.planChange.createMany({
      data: [
        { ...row, planId: 1, kind: 'trial_started', at: day('2026-06-02') },
        { ...row, planId: 2, subscriptionId, provider, kind: 'activated', at: day('2026-06-05') },
      ],
    });
    if (status === null) return;
    await api.db.paymentTransaction.create({
      data: { userId, subscriptionId, provider, transactionType: 'payment', amount: '6.99', status },
    });
  };
  await begin('paypal', 'paid');
  await begin('paypal', 'refunded');
  await begin('none', null);
  await begin('manual', null);
  const { months } = await read('figures');
  expect(months.find(({ month }: { month: string }) => month === '2026-06-01')).toMatchObject({
    trialsBegun: 4,
    trialsConverted: 1,
  });
});
