import { afterAll, beforeEach, expect, test } from 'vitest';
import { type PlanLife, planLife } from '../../testing/plan-life.ts';
import { setTaxRates } from '../../testing/tax-rates.ts';

const lives: PlanLife[] = [];
let life: PlanLife;
beforeEach(async () => {
  life = await planLife(new Date('2028-01-15T09:30:00Z'));
  lives.push(life);
});
afterAll(() => Promise.all(lives.map((one) => one.close())));

const current = () => life.get('/subscription/current');
const setPrice = (id: number, price: number) => life.shop.db.plan.update({ where: { id }, data: { price } });
const quote = async (plan_id: number) =>
  (await life.post('quote', { plan_id, payment_method: 'razorpay' })).json();

/** Signs up, lets the trial end, and pays for a month on Feb 1: it is paid until Mar 1. */
async function onLink(plan: number): Promise<void> {
  const { shop } = life;
  await life.signUp('link@clients.example');
  shop.now = new Date('2028-02-01T09:30:00Z');
  await life.work();
  const reference = await shop.start(await life.signIn(), 'razorpay', { plan });
  shop.razorpay.pay(reference);
  await shop.event('razorpay', reference);
  await life.mailsNow();
}

test('a month by link is renewed for the price of today with tax and credit, and the page and every mail name that', async () => {
  await onLink(2);
  await setPrice(2, 8.99);
  await setTaxRates(life.shop.db, { country: '', percent: 10 });
  const metadata = { keptCreditCents: 150 };
  await life.shop.db.subscription.updateMany({ where: { userId: life.userId }, data: { metadata } });
  expect((await current()).subscription).toMatchObject({ price: 9.89, renewalAmount: null });

  expect(await life.until('2028-02-25T09:30:00Z', 5)).toEqual(['Basic ends in 5 days: renew it for $8.39']);
  expect((await quote(2)).total).toBe(8.39);
  expect((await current()).subscription).toMatchObject({ price: 9.89, renewalAmount: 8.39 });

  await life.until('2028-02-29T09:31:00Z');
  expect(await life.until('2028-03-01T09:30:00Z')).toEqual(['Basic was not renewed']);
  expect(life.outbox.at(-1)?.text).toContain('$8.39 for Basic has not arrived');
  expect((await current()).subscription).toMatchObject({ status: 'past_due', renewalAmount: 8.39 });
});

test('a booked plan that is paid by link costs the price of today, in its mail and on the page', async () => {
  await onLink(3);
  await life.post('razorpay/create', { plan_id: 2 });
  expect((await current()).next).toMatchObject({ price: 6.99, firstAmount: 6.99 });
  await setPrice(2, 8.99);
  await life.mailsNow();
  expect(await life.until('2028-02-25T09:30:00Z', 5)).toEqual(['Basic starts in 5 days: pay $8.99 for it']);
  expect((await quote(2)).total).toBe(8.99);
  expect((await current()).next).toMatchObject({ price: 8.99, firstAmount: 8.99, canRenew: true });
});

test('a plan that PayPal charges keeps the price that was agreed, on the page and in the mail of a failed payment', async () => {
  const { shop } = life;
  await life.signUp('agreed@clients.example');
  const reference = await shop.start(await life.signIn(), 'paypal', { start: 'now' });
  shop.paypal.pay(reference);
  await shop.event('paypal', reference);
  await life.mailsNow();
  await setPrice(2, 8.99);
  expect((await current()).subscription).toMatchObject({ price: 6.99, renewalAmount: null });
  expect(await life.until('2028-02-16T09:30:00Z', 5)).toEqual(['Your payment for Basic failed']);
  expect(life.outbox.at(-1)?.text).toContain('$6.99 for Basic has not arrived');
});

test('a plan that was given names the price for which it can be kept', async () => {
  const { shop } = life;
  await life.signUp('gift@clients.example');
  const coupon = { code: 'GIFT', discountType: 'percent' as const, discountPercent: 100 };
  await shop.db.coupon.create({ data: coupon });
  await life.post('paypal/create', { plan_id: 2, coupon_code: 'GIFT', start: 'now' });
  await setPrice(2, 8.99);
  await life.mailsNow();
  expect(await life.until('2028-02-10T09:31:00Z', 13)).toEqual(['Basic ends in 5 days, unless you go on']);
  expect(life.outbox.at(-1)?.text).toContain('subscribe before then for $8.99 a month');
});
