import { plans as usualPlans } from '@picksync/contracts';
import { testAutomation, testConnection } from '@picksync/db/testing';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { paymentStandIn } from '../../testing/payment-stand-in.ts';
import { testReceipt } from '../../testing/receipts.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';

let api: TestApp;
const dayMs = 24 * 60 * 60_000;
const begin = new Date('2026-11-21T10:00:00Z');
const inDays = (days: number) => new Date(begin.getTime() + days * dayMs);

beforeAll(async () => {
  const clock = { at: begin };
  const providers = {
    paypal: paymentStandIn('paypal', clock).provider,
    razorpay: paymentStandIn('razorpay', clock).provider,
  };
  api = await testApp({ providers });
});
afterAll(() => api.close());
afterEach(async () => {
  api.clock.at = begin;
  await api.db.plan.update({ where: { id: 1 }, data: { configsLimit: 1 } });
});

type Person = Awaited<ReturnType<TestApp['signIn']>>;
const read = async (path: string, { headers }: Pick<Person, 'headers'>) =>
  (await api.app.inject({ url: `/api${path}`, headers })).json();
const current = (person: Person) => read('/subscription/current', person);
const subscribedTo = async (headers: Record<string, string>) => {
  const plans = (await api.app.inject({ url: '/api/subscription/plans', headers })).json();
  return plans
    .filter((one: { isSubscribed: boolean }) => one.isSubscribed)
    .map(({ id }: { id: number }) => id);
};

async function person(subscription: object = {}, user: object = {}) {
  const billingStatus = { subscriptionStatus: 'active', subscriptionTier: 'basic', ...user } as const;
  const signedIn = await api.signIn({
    trialEndDate: inDays(-30),
    subscriptionEndDate: inDays(30),
    ...billingStatus,
  });
  const row = await api.db.subscription.create({
    data: {
      userId: signedIn.userId,
      planId: 2,
      status: 'active',
      priceCents: 699,
      paymentProvider: 'razorpay',
      paymentProviderSubscriptionId: `plink_${signedIn.userId}`,
      currentPeriodStart: begin,
      currentPeriodEnd: inDays(30),
      ...subscription,
    },
  });
  return { ...signedIn, row };
}

test('everybody sees the plans with their prices, in the fields of both readers; only users who are signed in see which is theirs', async () => {
  const plans = (await api.app.inject({ url: '/api/subscription/plans' })).json();
  expect(plans).toMatchObject(
    [usualPlans.free, usualPlans.basic, usualPlans.premium].map(({ id, name, priceCents, limit }) => ({
      id,
      name,
      price: priceCents / 100,
      currency: 'USD',
      billingCycle: 'monthly',
      billing_cycle: 'monthly',
      maxConfigurations: limit,
      isPopular: id === 2,
      isSubscribed: false,
    })),
  );
  expect(plans[1].features).toEqual([
    '10 configurations',
    'Real-time sync',
    'Priority support',
    'Activity logs',
  ]);
  expect(await subscribedTo((await api.signIn({ trialEndDate: inDays(1) })).headers)).toEqual([]);
  expect(await subscribedTo((await api.signIn({ subscriptionStatus: 'free' })).headers)).toEqual([1]);
  expect(await subscribedTo((await person()).headers)).toEqual([2]);
});

test('a plan that is no longer sold is shown to users who have it, and to nobody else', async () => {
  const owner = await person();
  await api.db.plan.update({ where: { id: 2 }, data: { isActive: false } });
  const ids = async (headers: Record<string, string>) =>
    (await api.app.inject({ url: '/api/subscription/plans', headers }))
      .json()
      .map(({ id }: { id: number }) => id);
  expect(await ids({})).toEqual([1, 3]);
  expect(await ids(owner.headers)).toEqual([1, 2, 3]);
  await api.db.plan.update({ where: { id: 2 }, data: { isActive: true } });
});

test('the current subscription needs a session, and says nothing of anybody else', async () => {
  const url = '/api/subscription/current';
  expect((await api.app.inject({ url })).json().code).toBe('unauthenticated');
  const owner = await person();
  await testReceipt(api.db, owner);
  const stranger = await api.signIn({ subscriptionStatus: 'free' });
  expect(await current(stranger)).toEqual({
    hasSubscription: false,
    subscription: null,
    plan: { id: 1, name: 'Free' },
    configsUsed: 0,
    configsAvailable: 1,
    trial: { isActive: false, daysRemaining: 0, endsAt: null },
    pending: null,
    next: null,
    afterEnd: null,
    pausedByPlan: 0,
    lastPayment: null,
  });
});

test('a user on trial has no plan yet, and is told what will be paused', async () => {
  const user = await api.signIn({ trialEndDate: inDays(2.5) });
  const connection = await testConnection(api.db, { userId: user.userId });
  for (const name of ['one', 'two']) await testAutomation(api.db, { connection, name });
  expect(await current(user)).toMatchObject({
    hasSubscription: false,
    plan: null,
    configsUsed: 2,
    configsAvailable: 2,
    trial: { isActive: true, daysRemaining: 3, endsAt: inDays(2.5).toISOString() },
    afterEnd: { limit: 1, willPause: 1 },
  });
  api.clock.at = inDays(2.5);
  expect(await current(user)).toMatchObject({
    plan: { id: 1, name: 'Free' },
    configsAvailable: 1,
    trial: { isActive: false, daysRemaining: 0, endsAt: null },
    afterEnd: null,
  });
});

test('an active plan says what it costs, until when it is paid and what was paid last', async () => {
  const user = await person();
  const older = await testReceipt(api.db, { userId: user.userId, issuedAt: inDays(-31) });
  const newer = await testReceipt(api.db, { userId: user.userId, issuedAt: inDays(-1), totalCents: 559 });
  await testReceipt(api.db, { userId: user.userId, totalCents: -559 });
  expect(older.number).not.toBe(newer.number);
  expect(await current(user)).toMatchObject({
    hasSubscription: true,
    subscription: {
      id: user.row.id,
      status: 'active',
      price: 6.99,
      currency: 'USD',
      current_period_start: begin.toISOString(),
      current_period_end: inDays(30).toISOString(),
      cancel_at_period_end: false,
      payment_provider: 'razorpay',
      payment_provider_subscription_id: `plink_${user.userId}`,
      grantedFor: null,
      graceEndsAt: null,
      canResume: false,
      isOffered: true,
      canRenew: false,
    },
    plan: { id: 2, name: 'Basic' },
    configsAvailable: 10,
    afterEnd: null,
    lastPayment: {
      amount: 5.59,
      refunded: 0,
      currency: 'USD',
      at: inDays(-1).toISOString(),
      receiptNumber: newer.number,
    },
  });
});

test('tells how much of the last payment was refunded: a part, or all of it', async () => {
  const user = await person();
  const { number, transactionId } = await testReceipt(api.db, { userId: user.userId, issuedAt: inDays(-1) });
  const refunded = async () => (await current(user)).lastPayment;
  expect(await refunded()).toMatchObject({ amount: 6.99, refunded: 0, receiptNumber: number });
  const { userId } = user;
  const back = { userId, provider: 'paypal', transactionType: 'refund', refundOfId: transactionId } as const;
  await api.db.paymentTransaction.create({ data: { ...back, amount: 2.5, status: 'paid' } });
  await api.db.paymentTransaction.create({ data: { ...back, amount: 1, status: 'pending' } });
  expect(await refunded()).toMatchObject({ amount: 6.99, refunded: 2.5, receiptNumber: number });
  await api.db.paymentTransaction.update({ where: { id: transactionId }, data: { status: 'refunded' } });
  expect(await refunded()).toMatchObject({ amount: 6.99, refunded: 6.99, receiptNumber: number });
});

test('a period that is paid by a link can be renewed from five days before its end to the end of the grace, and then it is Free', async () => {
  const user = await person();
  const at = async (days: number) => {
    api.clock.at = inDays(days);
    const { subscription, plan } = await current(user);
    return subscription ? [plan.name, subscription.canRenew, subscription.graceEndsAt] : plan.name;
  };
  expect(await at(24.9)).toEqual(['Basic', false, null]);
  expect(await at(25)).toEqual(['Basic', true, null]);
  expect(await at(30)).toEqual(['Basic', true, inDays(33).toISOString()]);
  expect(await at(32.9)).toEqual(['Basic', true, inDays(33).toISOString()]);
  expect(await at(33)).toBe('Free');
});

test('asks a user who pays nothing how to go on before the plan ends, and lets PayPal renew by itself', async () => {
  const free = await person({ paymentProvider: 'none', paymentProviderSubscriptionId: 'free_1' });
  const automatic = await person({ paymentProvider: 'paypal', paymentProviderSubscriptionId: 'I-1' });
  api.clock.at = inDays(26);
  expect(await current(free)).toMatchObject({
    subscription: { canRenew: true, graceEndsAt: null },
    afterEnd: { limit: 1, willPause: 0 },
  });
  expect(await current(automatic)).toMatchObject({ subscription: { canRenew: false }, afterEnd: null });
});

test('another provider can take over a running plan early, unless paid days would be lost or it can be renewed', async () => {
  const value = { paymentStatus: 'paid', periodValueCents: 699 };
  const automatic = await person({ ...value, paymentProvider: 'paypal' });
  const byLink = await person({ ...value, paymentProvider: 'razorpay' });
  const ahead = await person({ ...value, periodValueCents: 1398, paymentProvider: 'razorpay' });
  const free = await person({ ...value, paymentProvider: 'none' });
  const movable = async () =>
    Promise.all(
      [automatic, byLink, ahead, free].map(async (one) => (await current(one)).subscription?.movableTo),
    );
  api.clock.at = inDays(2);
  expect(await movable()).toEqual(['razorpay', 'paypal', null, null]);
  api.clock.at = inDays(27);
  expect(await movable()).toEqual(['razorpay', null, null, null]);
});

test('a cancelled plan is there until its end, can be resumed until then, and says what is paused after it', async () => {
  const user = await person(
    { status: 'cancelled', cancelAtPeriodEnd: true },
    { subscriptionStatus: 'cancelled' },
  );
  const connection = await testConnection(api.db, { userId: user.userId });
  for (const name of ['one', 'two', 'three', 'four']) await testAutomation(api.db, { connection, name });
  expect(await current(user)).toMatchObject({
    hasSubscription: true,
    subscription: { status: 'cancelled', canResume: true, canRenew: false, cancel_at_period_end: true },
    afterEnd: { limit: 1, willPause: 3 },
  });
  await api.db.plan.update({ where: { id: 1 }, data: { configsLimit: 3 } });
  expect(await current(user)).toMatchObject({ afterEnd: { limit: 3, willPause: 1 } });
  api.clock.at = inDays(30);
  const later = await api.signIn({ userId: user.userId });
  expect(await current(later)).toMatchObject({
    hasSubscription: false,
    plan: { name: 'Free' },
    configsAvailable: 3,
  });
  expect(await subscribedTo(later.headers)).toEqual([1]);
});

test('a payment page that is open is told of with its coupon until it expires, and whether the user has agreed there', async () => {
  const user = await api.signIn({ trialEndDate: inDays(7) });
  const reference = 'I-WAITING';
  const coupon = await api.db.coupon.create({
    data: { code: 'SPRING', discountType: 'percent', discountPercent: 20 },
  });
  const price = { priceCents: 1999, discountCents: 400, amountCents: 1599 };
  const row = { userId: user.userId, planId: 3, ...price, expiresAt: inDays(1) };
  await api.db.checkout.create({
    data: { ...row, couponId: coupon.id, provider: 'paypal', providerReference: reference, createdAt: begin },
  });
  const pending = {
    planId: 3,
    planName: 'Premium',
    payment_provider: 'paypal',
    reference,
    couponCode: 'SPRING',
    isApproved: false,
    since: begin.toISOString(),
  };
  expect((await current(user)).pending).toEqual(pending);
  await api.db.checkout.updateMany({ where: { userId: user.userId }, data: { approvedAt: begin } });
  expect((await current(user)).pending).toEqual({ ...pending, isApproved: true });
  api.clock.at = inDays(1);
  expect((await current(user)).pending).toBeNull();
});

test('counts only what a smaller plan has paused as paused by the plan', async () => {
  const user = await api.signIn({ subscriptionStatus: 'free' });
  const connection = await testConnection(api.db, { userId: user.userId });
  const paused = { connection, isActive: false, pausedBy: 'system' } as const;
  await testAutomation(api.db, { ...paused, lastErrorReason: 'plan_limit' });
  await testAutomation(api.db, { ...paused, lastErrorReason: 'target_claimed' });
  await testAutomation(api.db, { ...paused, pausedBy: 'user' });
  await testAutomation(api.db, { connection });
  expect(await current(user)).toMatchObject({ configsUsed: 4, configsAvailable: 1, pausedByPlan: 1 });
});
