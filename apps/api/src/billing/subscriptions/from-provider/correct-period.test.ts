import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { findNoticesJob } from '../../../jobs/handlers.ts';
import { type Customer, type Shop, testShop } from '../../../testing/payments.ts';
import { settlePlans } from '../../settle-plans/settle-plans.ts';

let shop: Shop;
const begin = new Date('2026-11-21T10:00:00Z');
const monthLater = new Date('2026-12-21T10:00:00Z');
const inHours = (hours: number) => new Date(begin.getTime() + hours * 60 * 60_000);
/** What PayPal has answered for some minutes after the start. */
const sameDay = inHours(5.5);

beforeAll(async () => {
  shop = await testShop();
});
afterAll(() => shop.close());
beforeEach(() => {
  shop.now = begin;
});

const customer = () => shop.api.signIn({ trialEndDate: begin });

/** Subscribes to Premium at PayPal, which tells this next charge. */
async function subscribe(who: Customer, nextBillingAt: Date | null) {
  const reference = await shop.start(who, 'paypal', { plan: 3 });
  const payment = shop.paypal.pay(reference);
  shop.paypal.tamper(reference, { nextBillingAt });
  await shop.event('paypal', reference);
  return { reference, payment };
}

async function look(reference: string, nextBillingAt: Date | null) {
  shop.paypal.tamper(reference, { nextBillingAt });
  await shop.event('paypal', reference);
}

const current = async ({ userId }: Customer) => {
  const { current: rows, user, payments } = await shop.outcome(userId);
  return {
    status: rows[0]?.status,
    end: rows[0]?.currentPeriodEnd,
    user,
    paidUntil: payments.at(-1)?.nextBillingDate,
  };
};

/** Records the period as an earlier version did, which believed any next charge. */
async function recordEnd({ userId }: Customer, end: Date) {
  await shop.db.subscription.updateMany({ where: { userId }, data: { currentPeriodEnd: end } });
  await shop.db.paymentTransaction.updateMany({ where: { userId }, data: { nextBillingDate: end } });
  await shop.db.user.update({ where: { id: userId }, data: { subscriptionEndDate: end } });
}

const isActiveUntil = (end: Date) => ({
  status: 'active',
  end,
  paidUntil: end,
  user: { status: 'active', tier: 'premium' },
});

test('$19.99 buys a calendar month when PayPal says that it charges again today, and no mail says that a payment failed', async () => {
  const who = await customer();
  const { reference } = await subscribe(who, sameDay);
  expect(await current(who)).toEqual(isActiveUntil(monthLater));
  for (const hours of [6, 24, 48, 96]) {
    shop.now = inHours(hours);
    await settlePlans(shop.api.context);
    await findNoticesJob(shop.api.context);
    await shop.work();
  }
  expect(await current(who)).toEqual(isActiveUntil(monthLater));
  const { mails } = await shop.outcome(who.userId);
  expect(mails).toEqual(['plan_started']);
  expect((await shop.api.waitingJobs('send-mail')).map(({ mail }) => mail)).not.toContain('payment_failed');
  expect(shop.paypal.entry(reference).state.status).toBe('active');
});

test('a next charge that PayPal puts right later moves the end of the period', async () => {
  const who = await customer();
  const { reference } = await subscribe(who, sameDay);
  const later = new Date('2026-12-22T10:00:00Z');
  await look(reference, later);
  expect(await current(who)).toEqual(isActiveUntil(later));
});

test('a period is never cut below the month that was paid', async () => {
  const who = await customer();
  const { reference } = await subscribe(who, null);
  await look(reference, new Date('2026-12-17T10:00:00Z'));
  expect(await current(who)).toEqual(isActiveUntil(monthLater));
});

test('a period that was recorded far too short heals, although PayPal still tells the wrong day', async () => {
  const who = await customer();
  const { reference } = await subscribe(who, null);
  await recordEnd(who, sameDay);
  await look(reference, sameDay);
  expect(await current(who)).toEqual(isActiveUntil(monthLater));
});

test('a plan that is overdue because of such a period is paid again', async () => {
  const who = await customer();
  const { reference } = await subscribe(who, sameDay);
  await recordEnd(who, sameDay);
  await shop.db.subscription.updateMany({
    where: { userId: who.userId },
    data: { status: 'past_due', pastDueSince: sameDay },
  });
  shop.now = inHours(32);
  await look(reference, monthLater);
  expect(await current(who)).toEqual(isActiveUntil(monthLater));
  const [row] = (await shop.outcome(who.userId)).current;
  expect(row?.pastDueSince).toBeNull();
});

test('a period that was recorded too long heals once PayPal tells when it charges', async () => {
  const who = await customer();
  const { reference } = await subscribe(who, null);
  await recordEnd(who, new Date('2027-02-21T10:00:00Z'));
  await look(reference, null);
  expect((await current(who)).end).toEqual(new Date('2027-02-21T10:00:00Z'));
  await look(reference, monthLater);
  expect(await current(who)).toEqual(isActiveUntil(monthLater));
});

test('the next month of a period that was recorded too short begins at the end of the month that was paid', async () => {
  const who = await customer();
  const { reference } = await subscribe(who, null);
  await recordEnd(who, sameDay);
  shop.now = monthLater;
  shop.paypal.pay(reference);
  await look(reference, new Date('2027-01-21T10:00:00Z'));
  expect((await current(who)).end).toEqual(new Date('2027-01-21T10:00:00Z'));
});

test('the charge after a payment that PayPal does not list yet gives no second month', async () => {
  const who = await customer();
  const { reference } = await subscribe(who, monthLater);
  shop.now = monthLater;
  await look(reference, new Date('2027-01-21T10:00:00Z'));
  expect((await current(who)).end).toEqual(monthLater);
});

test('a period that was shortened because its credit went back stays short', async () => {
  const who = await customer();
  const { reference } = await subscribe(who, null);
  const short = inHours(48);
  await shop.db.subscription.updateMany({ where: { userId: who.userId }, data: { currentPeriodEnd: short } });
  await look(reference, monthLater);
  expect((await current(who)).end).toEqual(short);
});
