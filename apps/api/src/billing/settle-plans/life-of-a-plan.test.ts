import { trialDays } from '@picksync/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Shop } from '../../testing/payments.ts';
import { type PlanLife, planLife } from '../../testing/plan-life.ts';

// A leap year: the trial ends on Jan 29, a month that begins on Jan 31 ends on Feb 29, and the next one on Mar 31, five days after
// the clocks of Berlin were changed.
const dayMs = 24 * 60 * 60_000;
const begin = new Date('2028-01-15T09:30:00Z');

let shop: Shop;
let life: PlanLife;

beforeAll(async () => {
  life = await planLife(begin);
  shop = life.shop;
});
afterAll(() => life.close());

test('the life of a plan agrees in every part from trial to end, sends every mail once and loses nothing', async () => {
  await life.signUp('ada@clients.example');
  expect(await life.billingStatus()).toEqual(['Trial', 'trial', 2]);
  const trialEnd = new Date(begin.getTime() + trialDays * dayMs).toISOString();
  expect(await life.until(new Date(Date.parse(trialEnd) - 1).toISOString())).toEqual([
    'Your Picksync trial ends in 7 days',
    'Your Picksync trial ends in 3 days',
    'Your Picksync trial ends tomorrow',
  ]);
  expect([await life.billingStatus(), await life.active()]).toEqual([['Trial', 'trial', 2], 2]);

  // Everybody says Free before any job has run.
  shop.now = new Date(trialEnd);
  expect([await life.billingStatus(), await life.active()]).toEqual([['Free', 'free', 1], 2]);
  expect(await life.mailsNow()).toEqual(['1 automation was paused: your plan covers fewer']);
  expect([
    await life.billingStatus(),
    await life.active(),
    (await life.get('/subscription/current')).pausedByPlan,
  ]).toEqual([['Free', 'free', 1], 1, 1]);

  expect(await life.until('2028-01-31T09:30:00Z')).toEqual([]);
  const reference = await shop.start(await life.signIn(), 'paypal');
  shop.paypal.pay(reference);
  await shop.event('paypal', reference);
  expect(await life.mailsNow()).toEqual([expect.stringMatching(/Basic.* is active/)]);
  expect(await life.billingStatus()).toEqual(['Basic', 'active', 10]);
  const paused = await shop.db.automation.findFirstOrThrow({
    where: { userId: life.userId, isActive: false },
  });
  expect(paused.name).toBe('second');
  const { headers } = await life.signIn();
  const url = `/api/configurations/${paused.id}`;
  await shop.api.app.inject({ method: 'PATCH', url, headers, payload: { isActive: true } });
  expect(await life.active()).toBe(2);

  const firstEnd = '2028-02-29T09:30:00.000Z';
  expect((await life.get('/subscription/current')).subscription.current_period_end).toBe(firstEnd);
  expect(await life.until(firstEnd, 5)).toEqual([]);
  shop.paypal.pay(reference);
  await shop.event('paypal', reference);
  expect(await life.mailsNow()).toHaveLength(1);
  const secondEnd = '2028-03-31T09:30:00.000Z';
  expect((await life.get('/subscription/current')).subscription.current_period_end).toBe(secondEnd);

  expect(await life.until('2028-03-10T09:30:00Z', 4)).toEqual([]);
  await life.post('paypal/cancel', { subscription_id: reference });
  expect(await life.mailsNow()).toEqual(['Basic is canceled and runs until March 31, 2028']);
  expect(await life.billingStatus()).toEqual(['Basic', 'cancelled', 10]);
  expect((await life.get('/subscription/current')).afterEnd).toEqual({ limit: 1, willPause: 1 });
  await life.post('resume', {});
  expect(await life.mailsNow()).toEqual(['Basic goes on']);
  expect(await life.billingStatus()).toEqual(['Basic', 'active', 10]);
  await life.post('paypal/cancel', { subscription_id: reference });
  expect(await life.mailsNow()).toEqual(['Basic is canceled and runs until March 31, 2028']);

  expect(await life.until('2028-03-31T09:29:59Z', 4)).toEqual([]);
  expect([await life.billingStatus(), await life.active()]).toEqual([['Basic', 'cancelled', 10], 2]);
  shop.now = new Date(secondEnd);
  expect([await life.billingStatus(), await life.active()]).toEqual([['Free', 'free', 1], 2]);
  expect((await life.mailsNow()).toSorted()).toEqual([
    '1 automation was paused: your plan covers fewer',
    'You are on Free now: Basic has ended',
  ]);
  expect([await life.billingStatus(), await life.active()]).toEqual([['Free', 'free', 1], 1]);
  expect(await life.until('2028-04-20T09:30:00Z', 7)).toEqual([]);

  expect(shop.paypal.entry(reference).state.status).toBe('cancelled');
  expect(await shop.db.automation.count({ where: { userId: life.userId } })).toBe(2);
  const book = await shop.db.planChange.findMany({ where: { userId: life.userId }, orderBy: { at: 'asc' } });
  expect(book.map(({ kind }) => kind)).toEqual([
    'trial_started',
    'activated',
    'renewed',
    'cancelled',
    'resumed',
    'cancelled',
    'ended',
  ]);
  expect((await shop.outcome(life.userId)).receipts).toEqual([699, 699]);
});

test('a month that is paid by a link is told of before it ends, can be renewed early, and ends unpaid after three mails', async () => {
  shop.now = new Date('2028-05-01T08:00:00Z');
  await life.signUp('bea@clients.example');
  shop.now = new Date('2028-05-31T08:00:00Z');
  await life.work();
  const link = async () => {
    const reference = await shop.start(await life.signIn(), 'razorpay');
    shop.razorpay.pay(reference);
    await shop.event('razorpay', reference);
  };
  await link();
  expect(await life.mailsNow()).toEqual([expect.stringMatching(/Basic/)]);
  expect(await life.until('2028-06-24T08:00:00Z', 8)).toEqual([]);
  expect(await life.until('2028-06-28T08:00:00Z')).toEqual(['Basic ends in 5 days: renew it for $6.99']);
  await link();
  expect(await life.mailsNow()).toHaveLength(1);
  // The new month begins when the one before ends, on the day of the month on which everything began.
  expect((await life.get('/subscription/current')).subscription.current_period_end).toBe(
    '2028-07-31T08:00:00.000Z',
  );
  expect(await life.until('2028-07-26T07:00:00Z', 7)).toEqual([]);
  expect(await life.until('2028-07-31T07:59:00Z')).toEqual([
    'Basic ends in 4 days: renew it for $6.99',
    'Basic ends today: renew it for $6.99',
  ]);
  expect(await life.until('2028-08-01T08:00:00Z')).toEqual(['Basic was not renewed']);
  expect(await life.billingStatus()).toEqual(['Basic', 'past_due', 10]);
  expect(await life.until('2028-08-03T07:59:00Z')).toEqual(['Basic ends tomorrow, because it is not paid']);
  shop.now = new Date('2028-08-03T08:00:00Z');
  expect(await life.billingStatus()).toEqual(['Free', 'free', 1]);
  expect(await life.mailsNow()).toEqual(['You are on Free now: Basic has ended']);
  expect(await life.until('2028-08-20T08:00:00Z', 6)).toEqual([]);
});

test('a month that a coupon paid for is told of before it ends, and ends with itself', async () => {
  shop.now = new Date('2028-09-01T08:00:00Z');
  await life.signUp('cleo@clients.example');
  const coupon = { code: 'GIFT', discountType: 'percent' as const, discountPercent: 100 };
  await shop.db.coupon.create({ data: coupon });
  expect(
    (await life.post('paypal/create', { plan_id: 3, coupon_code: 'GIFT', start: 'now' })).statusCode,
  ).toBe(200);
  expect(await life.mailsNow()).toHaveLength(1);
  expect((await life.billingStatus())[0]).toBe('Premium');
  expect(await life.until('2028-09-26T07:59:00Z', 9)).toEqual([]);
  expect(await life.until('2028-09-26T08:01:00Z')).toEqual(['Premium ends in 5 days, unless you go on']);
  expect(await life.until('2028-10-01T07:59:00Z', 2)).toEqual([]);
  expect((await life.until('2028-10-01T08:00:00Z')).toSorted()).toEqual([
    '1 automation was paused: your plan covers fewer',
    'You are on Free now: Premium has ended',
  ]);
  expect(await life.billingStatus()).toEqual(['Free', 'free', 1]);
});

test('a chargeback within the trial is told as what it is: the trial goes on', async () => {
  shop.now = new Date('2028-07-01T08:00:00Z');
  await life.signUp('eve@clients.example');
  const reference = await shop.start(await life.signIn(), 'paypal', { start: 'now' });
  const payment = shop.paypal.pay(reference);
  await shop.event('paypal', reference);
  await life.mailsNow();
  shop.now = new Date('2028-07-02T08:00:00Z');
  shop.paypal.makeRefund(payment, 699);
  await shop.event('paypal', reference);
  expect(await life.mailsNow()).toEqual(['Your trial goes on: Basic has ended']);
  expect(await life.billingStatus()).toEqual(['Trial', 'trial', 2]);
});

test('a part of a payment that went back is told with its amount, and the plan goes on', async () => {
  shop.now = new Date('2028-08-01T08:00:00Z');
  await life.signUp('fay@clients.example');
  const reference = await shop.start(await life.signIn(), 'razorpay', { start: 'now' });
  const payment = shop.razorpay.pay(reference);
  await shop.event('razorpay', reference);
  await life.mailsNow();
  shop.razorpay.makeRefund(payment, 200);
  await shop.event('razorpay', reference);
  await shop.event('razorpay', reference);
  expect(await life.mailsNow()).toEqual(['$2.00 of your payment of $6.99 was refunded']);
  expect(await life.billingStatus()).toEqual(['Basic', 'active', 10]);
});

test('a refund that shortens the plan that came after says until when that one is paid', async () => {
  shop.now = new Date('2028-09-01T08:00:00Z');
  await life.signUp('gil@clients.example');
  const basic = await shop.start(await life.signIn(), 'razorpay', { start: 'now' });
  const payment = shop.razorpay.pay(basic);
  await shop.event('razorpay', basic);
  const premium = await shop.start(await life.signIn(), 'razorpay', { plan: 3 });
  shop.razorpay.pay(premium);
  await shop.event('razorpay', premium);
  await life.mailsNow();
  shop.razorpay.makeRefund(payment, 699);
  await shop.event('razorpay', basic);
  expect(await life.mailsNow()).toEqual(['Your payment of $6.99 was refunded']);
  expect(life.outbox.at(-1)?.text.replace(/\s+/g, ' ')).toContain(
    'The unused days that it paid for were credited to Premium, which is now paid until September 20, 2028.',
  );
});
