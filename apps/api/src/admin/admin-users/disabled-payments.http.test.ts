import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { PaymentProviderName } from '../../base/payments/payment-provider.ts';
import { alignCharges } from '../../billing/subscriptions/align-charges.ts';
import { resumeSubscription } from '../../billing/subscriptions/by-user/resume-subscription.ts';
import { type Customer, type Shop, signInAsAdmin, testShop } from '../../testing/payments.ts';

let shop: Shop;
let headers: Record<string, string>;
const begin = new Date('2026-11-21T10:00:00Z');
beforeAll(async () => {
  shop = await testShop();
});
afterAll(() => shop.close());

beforeEach(async () => {
  shop.now = begin;
  shop.paypal.faults.isAway = false;
  headers = await signInAsAdmin(shop);
});

async function subscriber(provider: PaymentProviderName) {
  const who = await shop.api.signIn({ trialEndDate: begin });
  const reference = await shop.start(who, provider);
  const payment = shop.standIns[provider].pay(reference);
  await shop.event(provider, reference);
  return { ...who, reference, payment };
}

const act = async ({ userId }: Customer, what: 'disable' | 'enable') => {
  const url = `/api/admin/users/${userId}/${what}`;
  const answer = await shop.api.app.inject({ method: 'POST', url, headers, payload: { reason: 'Abuse' } });
  return answer.json().message;
};
const workLater = async () => {
  const waiting = await shop.db.$queryRaw<{ data: { provider: 'paypal'; reference: string } }[]>`
    DELETE FROM pgboss.job WHERE name = 'align-charges' AND state = 'created' RETURNING data`;
  for (const { data } of waiting) await alignCharges(shop.api.context, data);
};
const statusAt = (reference: string) => shop.paypal.entry(reference).state.status;

test('disabling stops what PayPal charges at once, and enabling says that the plan does not renew', async () => {
  const who = await subscriber('paypal');
  expect(await act(who, 'disable')).toBe(
    'The account is disabled. PayPal is told to charge nothing more for Basic; what is paid until Dec 21, 2026 is not given back.',
  );
  expect(statusAt(who.reference)).toBe('suspended');
  expect((await shop.outcome(who.userId)).current).toMatchObject([
    { status: 'cancelled', metadata: { reason: 'The account was disabled.' } },
  ]);
  const trail = await shop.db.auditEvent.findMany({ where: { userId: who.userId } });
  expect(trail.map(({ action, actorId }) => [action, actorId !== null])).toEqual(
    expect.arrayContaining([
      ['account_disabled', true],
      ['subscription_cancelled', true],
    ]),
  );
  expect(await act(who, 'enable')).toBe(
    'The account is enabled. Basic does not renew: it ends on Dec 21, 2026, unless its owner resumes it before.',
  );
});

test('a job stops the charges where PayPal is away, and after the period the plan does not come back', async () => {
  const who = await subscriber('paypal');
  shop.paypal.faults.isAway = true;
  await act(who, 'disable');
  await expect(workLater()).rejects.toThrow('paypal');
  expect(statusAt(who.reference)).toBe('active');
  shop.paypal.faults.isAway = false;
  await alignCharges(shop.api.context, { provider: 'paypal', reference: who.reference });
  expect(statusAt(who.reference)).toBe('suspended');
  await shop.db.subscription.updateMany({ where: { userId: who.userId }, data: { status: 'expired' } });
  await alignCharges(shop.api.context, { provider: 'paypal', reference: who.reference });
  expect(statusAt(who.reference)).toBe('cancelled');
  expect(await act(who, 'enable')).toBe(
    'The account is enabled. Basic is over and does not come back: its owner has to subscribe again.',
  );
});

test('a payment that still arrives goes back: from a page that was open, and a charge that was on its way', async () => {
  const [buyer, owner] = [await shop.api.signIn({ trialEndDate: begin }), await subscriber('paypal')];
  const page = await shop.start(buyer, 'razorpay');
  for (const who of [buyer, owner]) await act(who, 'disable');
  const first = shop.razorpay.pay(page);
  const renewal = shop.paypal.pay(owner.reference);
  await shop.event('razorpay', page);
  await shop.event('paypal', owner.reference);
  await shop.work();
  const listRefunds = (provider: PaymentProviderName, payment: string) =>
    shop.standIns[provider].movements().filter(({ of, cents }) => of === payment && cents < 0).length;
  expect([listRefunds('razorpay', first), listRefunds('paypal', renewal)]).toEqual([1, 1]);
  expect((await shop.outcome(buyer.userId)).current).toEqual([]);
});

test('a resume that was on its way when the account was disabled lets nothing be charged', async () => {
  const who = await subscriber('paypal');
  await act(who, 'disable');
  await expect(
    resumeSubscription(shop.api.context, { userId: who.userId, network: '198.51.100.7' }),
  ).rejects.toMatchObject({ code: 'cannot_resume' });
  await workLater();
  expect(statusAt(who.reference)).toBe('suspended');
});

test('a plan that is paid by links is not renewed', async () => {
  const who = await subscriber('razorpay');
  expect(await act(who, 'disable')).toBe(
    'The account is disabled. Basic is not renewed; what is paid until Dec 21, 2026 is not given back.',
  );
});
