import { testUser } from '@picksync/db/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lockUser } from '../../base/lock-user.ts';
import { readEntitlements } from '../../base/read-entitlements.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import { changeSubscription, type SubscriptionCause } from './change-subscription.ts';
import {
  findCurrentSubscription,
  findReferenceOfPayment,
  findSubscription,
  findSubscriptionByReference,
  insertSubscription,
} from './subscriptions.store.ts';

let api: TestApp;
beforeAll(async () => {
  api = await testApp();
});
afterAll(() => api.close());

const monthLater = new Date('2026-12-21T10:00:00Z');

/** A user with a Basic subscription that waits for its first payment. */
async function subscriber() {
  const { id: userId } = await testUser(api.db, { trialEndDate: null });
  const subscription = await api.db.$transaction((tx) =>
    insertSubscription(tx, {
      userId,
      planId: 2,
      status: 'pending',
      paymentProvider: 'paypal',
      paymentProviderSubscriptionId: `I-${userId}`,
      priceCents: 699,
      currentPeriodStart: api.clock.at,
      currentPeriodEnd: monthLater,
    }),
  );
  const { id } = subscription;
  const apply = (cause: SubscriptionCause) =>
    api.db.$transaction(async (tx) => {
      await lockUser(tx, userId);
      const current = await tx.subscription.findUniqueOrThrow({ where: { id } });
      return changeSubscription(api.context, tx, { subscription: current, cause, at: api.clock.at });
    });
  return { userId, id, apply };
}

test('each cause moves the row, the book and what the user may do', async () => {
  const { userId, id, apply } = await subscriber();
  const plan = async () => (await readEntitlements(api.db, { userId, now: api.clock.at })).plan;
  expect(await plan()).toBe('free');
  await apply('paid');
  expect(await plan()).toBe('basic');
  expect(await findCurrentSubscription(api.db, userId)).toMatchObject({ id, plan: { name: 'Basic' } });
  await apply('cancelled');
  expect(await findSubscription(api.db, { id, userId })).toMatchObject({
    status: 'cancelled',
    cancelAtPeriodEnd: true,
    cancelledAt: api.clock.at,
  });
  expect(await plan()).toBe('basic');
  await apply('resumed');
  expect(await findCurrentSubscription(api.db, userId)).toMatchObject({ cancelAtPeriodEnd: false });
  await apply('over');
  expect(await plan()).toBe('free');
  expect(await findCurrentSubscription(api.db, userId)).toBeNull();
  // All at one moment: by their ids they stand in the order in which they were written.
  const book = await api.db.planChange.findMany({ where: { userId }, orderBy: { id: 'asc' } });
  expect(book.map(({ kind, monthlyCents }) => [kind, monthlyCents])).toEqual([
    ['activated', 699],
    ['cancelled', 0],
    ['resumed', 699],
    ['ended', 0],
  ]);
});

test('an unknown transition changes nothing', async () => {
  const { userId, apply } = await subscriber();
  await apply('paid');
  await apply('over');
  const before = await api.db.user.findUniqueOrThrow({ where: { id: userId } });
  for (const cause of ['paid', 'resumed', 'refunded'] as const) expect(await apply(cause)).toBeNull();
  expect(await api.db.user.findUniqueOrThrow({ where: { id: userId } })).toEqual(before);
  expect(await api.db.planChange.count({ where: { userId } })).toBe(2);
});

test('only the owner finds a subscription by its reference, and an unknown payment leads nowhere', async () => {
  const { userId, id } = await subscriber();
  const stranger = await testUser(api.db);
  const reference = `I-${userId}`;
  expect(await findSubscriptionByReference(api.db, { userId, reference })).toMatchObject({ id });
  expect(await findSubscriptionByReference(api.db, { userId: stranger.id, reference })).toBeNull();
  expect(await findReferenceOfPayment(api.db, { provider: 'paypal', paymentId: 'unknown' })).toBeNull();
});
