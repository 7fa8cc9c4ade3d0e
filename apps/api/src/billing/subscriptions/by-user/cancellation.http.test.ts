import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Customer, type Shop, testShop } from '../../../testing/payments.ts';
import { alignCharges } from '../align-charges.ts';
import { takeKeptCredit } from '../money/kept-credit.ts';

let shop: Shop;
const begin = new Date('2026-11-21T10:00:00Z');
const dayMs = 24 * 60 * 60_000;
const inDays = (days: number) => new Date(begin.getTime() + days * dayMs);

beforeAll(async () => {
  shop = await testShop();
});
afterAll(() => shop.close());
beforeEach(() => {
  shop.now = begin;
  shop.paypal.faults.isAway = false;
  shop.paypal.calls.length = 0;
});

const customer = () => shop.api.signIn({ trialEndDate: inDays(-1) });

async function subscriber(provider: 'paypal' | 'razorpay' = 'paypal') {
  const who = await customer();
  const reference = await shop.start(who, provider);
  shop.standIns[provider].pay(reference);
  await shop.event(provider, reference);
  return { ...who, reference };
}

const cancel = (who: Customer, reference: string, reason?: string) =>
  shop.post(who, 'paypal/cancel', { subscription_id: reference, ...(reason && { reason }) });
const resume = (who: Customer) => shop.post(who, 'resume', {});
const current = async ({ headers }: Customer) =>
  (await shop.api.app.inject({ url: '/api/subscription/current', headers })).json();
const endLater = async () => {
  const waiting = await shop.db.$queryRaw<{ data: { provider: 'paypal'; reference: string } }[]>`
    DELETE FROM pgboss.job WHERE name = 'align-charges' AND state = 'created' RETURNING data`;
  for (const { data } of waiting) await alignCharges(shop.api.context, data);
};
const audited = async ({ userId }: Customer) =>
  (await shop.db.auditEvent.findMany({ where: { userId }, orderBy: { at: 'asc' } })).map(
    ({ action }) => action,
  );
const book = async ({ userId }: Customer) =>
  (await shop.db.planChange.findMany({ where: { userId }, orderBy: { at: 'asc' } })).map(({ kind }) => kind);

test('a cancellation stops what PayPal charges at once and leaves the plan until its end; cancelling again changes nothing', async () => {
  const who = await subscriber();
  const answer = await cancel(who, who.reference, 'Too many sheets');
  expect([answer.statusCode, answer.json()]).toEqual([
    200,
    { message: 'Your subscription is canceled. You keep Basic until Dec 21, 2026.' },
  ]);
  expect(shop.paypal.entry(who.reference).state.status).toBe('suspended');
  expect(await current(who)).toMatchObject({
    plan: { name: 'Basic' },
    subscription: { status: 'cancelled', cancel_at_period_end: true, canResume: true },
  });
  expect((await cancel(who, who.reference)).json()).toEqual(answer.json());
  expect([await audited(who), await book(who)]).toEqual([
    ['subscription_cancelled'],
    ['activated', 'cancelled'],
  ]);
  // Whatever PayPal tells of the suspension later, it is what was decided.
  await shop.event('paypal', who.reference);
  expect((await current(who)).subscription.status).toBe('cancelled');
});

test('a cancellation counts although PayPal is away, and a job sees to it', async () => {
  const who = await subscriber();
  shop.paypal.faults.isAway = true;
  expect((await cancel(who, who.reference)).statusCode).toBe(200);
  expect((await current(who)).subscription.status).toBe('cancelled');
  await expect(
    alignCharges(shop.api.context, { provider: 'paypal', reference: who.reference }),
  ).rejects.toThrow();
  shop.paypal.faults.isAway = false;
  await endLater();
  expect(shop.paypal.entry(who.reference).state.status).toBe('suspended');
});

test('resuming lets PayPal charge again, and a job that comes late does not undo it', async () => {
  const who = await subscriber();
  await cancel(who, who.reference);
  expect((await resume(who)).json()).toEqual({ message: 'Basic goes on.' });
  await endLater();
  expect(shop.paypal.entry(who.reference).state.status).toBe('active');
  expect(await current(who)).toMatchObject({
    subscription: { status: 'active', cancel_at_period_end: false, canResume: false },
    afterEnd: null,
  });
  expect(await book(who)).toEqual(['activated', 'cancelled', 'resumed']);
  expect((await resume(who)).json().code).toBe('cannot_resume');
});

test('changes nothing when PayPal does not resume, for good or for now', async () => {
  const who = await subscriber();
  await cancel(who, who.reference);
  shop.paypal.faults.isAway = true;
  expect((await resume(who)).json().code).toBe('payment_unavailable');
  shop.paypal.faults.isAway = false;
  shop.paypal.set(who.reference, 'cancelled', 'CANCELLED');
  expect((await resume(who)).json().code).toBe('cannot_resume');
  expect((await current(who)).subscription.status).toBe('cancelled');
  expect(await book(who)).toEqual(['activated', 'cancelled']);
});

test('a credit that a refund takes while PayPal refuses to resume does not come back', async () => {
  const who = await subscriber();
  await cancel(who, who.reference);
  const { id } = await shop.db.subscription.findFirstOrThrow({ where: { userId: who.userId } });
  await shop.db.subscription.update({ where: { id }, data: { metadata: { keptCreditCents: 350 } } });
  shop.paypal.set(who.reference, 'cancelled', 'CANCELLED');
  const { provider } = shop.paypal;
  const { resume: resumeThere } = provider;
  provider.resume = async (reference) => {
    await shop.db.$transaction(async (tx) => {
      const subscription = await tx.subscription.findUniqueOrThrow({ where: { id } });
      await takeKeptCredit(tx, { subscription, cents: 350 });
    });
    return resumeThere(reference);
  };
  expect((await resume(who)).json().code).toBe('cannot_resume');
  provider.resume = resumeThere;
  const { metadata } = await shop.db.subscription.findUniqueOrThrow({ where: { id } });
  expect(metadata).toEqual({ keptCreditCents: 0, endedAtProvider: true });
});

test('cancels and resumes a plan that is paid by a link, given by hand or free in our books alone', async () => {
  const byLink = await subscriber('razorpay');
  const others = await Promise.all(
    (['manual', 'none'] as const).map(async (paymentProvider) => {
      const who = await shop.api.signIn({ subscriptionStatus: 'active', subscriptionTier: 'basic' });
      const reference = `${paymentProvider}_${who.userId}`;
      await shop.db.subscription.create({
        data: {
          userId: who.userId,
          planId: 2,
          status: 'active',
          paymentProvider,
          paymentProviderSubscriptionId: reference,
          currentPeriodEnd: inDays(30),
        },
      });
      return { ...who, reference };
    }),
  );
  for (const who of [byLink, ...others]) {
    expect((await cancel(who, who.reference)).statusCode).toBe(200);
    expect((await current(who)).subscription).toMatchObject({ status: 'cancelled', canResume: true });
    expect((await resume(who)).statusCode).toBe(200);
    expect((await current(who)).subscription.status).toBe('active');
  }
  expect(shop.razorpay.calls.filter((call) => /suspend|cancel|resume/.test(call))).toEqual([]);
});

test('refuses to resume after the period, and to cancel what is over, pending or another user’s', async () => {
  const [who, stranger] = [await subscriber(), await subscriber()];
  const foreign = await cancel(stranger, who.reference);
  expect([foreign.statusCode, foreign.json().code]).toEqual([404, 'not_found']);
  await cancel(who, who.reference);
  shop.now = new Date('2026-12-21T10:00:00Z');
  const later = await shop.api.signIn({ userId: who.userId });
  expect((await resume(later)).json().code).toBe('cannot_resume');
  await shop.db.subscription.updateMany({ where: { userId: who.userId }, data: { status: 'expired' } });
  const over = await cancel(later, who.reference);
  expect([over.statusCode, over.json().message]).toEqual([409, 'No active subscription found to cancel']);
  expect((await resume(await customer())).json().code).toBe('cannot_resume');
});

test('twenty clicks on Cancel and Resume at once leave our books and PayPal agreed', async () => {
  const who = await subscriber();
  const clicks = Array.from({ length: 20 }, (_, at) =>
    at % 2 === 0 ? cancel(who, who.reference) : resume(who),
  );
  const answers = await Promise.all(clicks);
  for (const { statusCode } of answers) expect([200, 409]).toContain(statusCode);
  await endLater();
  const { status } = await shop.db.subscription.findFirstOrThrow({ where: { userId: who.userId } });
  const expected = { active: 'active', cancelled: 'suspended' }[String(status)];
  expect(shop.paypal.entry(who.reference).state.status).toBe(expected);
});

test('a user who cancels while a payment is missing has nothing left to wait for', async () => {
  const who = await subscriber();
  shop.now = inDays(31);
  const later = { ...(await shop.api.signIn({ userId: who.userId })), reference: who.reference };
  shop.paypal.pay(who.reference, { status: 'failed' });
  await shop.event('paypal', who.reference);
  expect((await current(later)).subscription.status).toBe('past_due');
  expect((await cancel(later, later.reference)).json()).toEqual({
    message: 'Basic has ended. Nothing more is charged.',
  });
  expect(await current(later)).toMatchObject({ hasSubscription: false, plan: { name: 'Free' } });
  expect(shop.paypal.entry(who.reference).state.status).toBe('cancelled');
});
