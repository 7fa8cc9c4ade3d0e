import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PlanLife, planLife } from '../../testing/plan-life.ts';

let life: PlanLife;
beforeAll(async () => {
  life = await planLife(new Date('2028-01-15T09:30:00Z'));
});
afterAll(() => life.close());

const lastText = () => life.outbox.at(-1)?.text.replace(/\s+/g, ' ');
const current = () => life.get('/subscription/current');

test('a plan that is no longer offered is not offered for renewal by the page, a mail or the checkout, and all say what to do', async () => {
  const { shop } = life;
  await life.signUp('premium@clients.example');
  shop.now = new Date('2028-02-01T09:30:00Z');
  await life.work();
  const reference = await shop.start(await life.signIn(), 'razorpay', { plan: 3 });
  shop.razorpay.pay(reference);
  await shop.event('razorpay', reference);
  await life.until('2028-02-10T09:30:00Z', 9);
  expect((await current()).subscription).toMatchObject({ isOffered: true, movableTo: 'paypal' });
  await shop.db.plan.update({ where: { id: 3 }, data: { isActive: false } });
  expect((await current()).subscription).toMatchObject({ isOffered: false, movableTo: null });

  expect(await life.until('2028-02-25T09:30:00Z', 5)).toEqual([
    'Premium ends in 5 days: choose another plan',
  ]);
  expect(lastText()).toContain('Premium is no longer offered, so it cannot be renewed.');
  expect((await current()).subscription).toMatchObject({ canRenew: false, renewalAmount: null });
  const message = 'Premium is no longer offered. Please choose another plan.';
  for (const path of ['quote', 'razorpay/create', 'paypal/create']) {
    const answer = await life.post(path, { plan_id: 3 });
    expect([answer.statusCode, answer.json().message]).toEqual([400, message]);
  }
  expect((await life.post('coupon/validate', { code: 'ANY', planId: 3 })).json()).toMatchObject({ message });

  await life.until('2028-02-29T09:31:00Z');
  expect(await life.until('2028-03-01T09:30:00Z')).toEqual(['Premium was not renewed']);
  expect(lastText()).toContain('choose another plan on the page of your subscription');
  expect((await current()).subscription).toMatchObject({ status: 'past_due', canRenew: false });
  // What the page and the mails advise can be done.
  const basic = await shop.start(await life.signIn(), 'razorpay', { plan: 2 });
  shop.razorpay.pay(basic);
  await shop.event('razorpay', basic);
  expect(await current()).toMatchObject({ plan: { id: 2 }, subscription: { isOffered: true } });
});
