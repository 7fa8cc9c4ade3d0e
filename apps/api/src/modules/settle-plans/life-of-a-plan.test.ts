import { randomUUID } from 'node:crypto';
import { trialDays } from '@picksync/contracts';
import { testAutomation, testConnection } from '@picksync/db/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendMail } from '../../jobs/send-mail.job.ts';
import type { OutgoingMail } from '../../mail/postmark.ts';
import { type Shop, testShop } from '../../testing/payments.ts';
import { register } from '../auth/register.ts';
import { verifyEmail } from '../auth/verify-email.ts';
import { findNotices } from '../notices/find-notices.ts';
import { digitsOf } from '../one-time-codes/one-time-codes.ts';
import { settlePlans } from './settle-plans.ts';

// A leap year: the trial ends on Jan 29, a month that begins on Jan 31 ends on Feb 29, and the next one on Mar 31, five days after
// the clocks of Berlin were changed.
const dayMs = 24 * 60 * 60_000;
const begin = new Date('2028-01-15T09:30:00Z');

let shop: Shop;
let userId: string;
const outbox: OutgoingMail[] = [];

beforeAll(async () => {
  shop = await testShop();
  shop.now = begin;
});
afterAll(() => shop.close());

/** Does what the jobs of this hour would do, each twice at once, and hands over the mails. */
async function work(): Promise<void> {
  const mailer = {
    send: async (mail: OutgoingMail) => void outbox.push(mail),
    wasAccepted: async () => false,
    reactivate: async () => {},
  };
  const { services } = shop.api;
  await Promise.all([settlePlans(services), settlePlans(services)]);
  await shop.work();
  await Promise.all([findNotices(services), findNotices(services)]);
  const due = await shop.db.$queryRaw<{ data: { mail: string } }[]>`
    DELETE FROM pgboss.job WHERE name = 'send-mail' AND state = 'created' RETURNING data`;
  for (const { data } of due) {
    const job = {
      queue: 'send-mail' as const,
      id: randomUUID(),
      attempt: 0,
      isLastAttempt: false,
      priority: 0,
    };
    const run = { ...job, payload: data, dueAt: shop.now, signal: new AbortController().signal };
    await sendMail(run, { ...services, mailer });
    await sendMail(run, { ...services, mailer });
  }
}

/** Lets time pass, working every so many days and at the end. Returns the subjects of the mails of that time. */
async function until(end: string, days = 1): Promise<string[]> {
  const before = outbox.length;
  const last = new Date(end);
  while (shop.now < last) {
    shop.now = new Date(Math.min(shop.now.getTime() + days * dayMs, last.getTime()));
    await work();
  }
  return subjectsSince(before);
}

/** Works now, and returns the subjects of the mails that this brought. */
async function mailsNow(): Promise<string[]> {
  const before = outbox.length;
  await work();
  return subjectsSince(before);
}

function subjectsSince(before: number): string[] {
  return outbox.slice(before).map(({ subject }) => subject);
}

const signIn = () => shop.api.signIn({ userId });
const get = async (path: string, session = signIn()) => {
  const { headers } = await session;
  return (await shop.api.app.inject({ url: `/api${path}`, headers })).json();
};
const post = async (path: string, payload: object) => shop.post(await signIn(), path, payload);

/** What every part of the product says of the plan, which has to be one thing. */
async function standing() {
  const session = signIn();
  const { headers } = await session;
  const [status, token, stats, current, plans] = [
    (await get('/auth/status', session)).user,
    (await get('/auth/token', session)).user,
    await get('/stats', session),
    await get('/subscription/current', session),
    await get('/subscription/plans', session),
  ];
  expect(token).toMatchObject({
    subscriptionStatus: status.subscriptionStatus,
    subscriptionTier: status.subscriptionTier,
  });
  expect(stats).toMatchObject({
    configurationLimit: current.configsAvailable,
    configurationCount: current.configsUsed,
    subscriptionStatus: current.hasSubscription ? 'active' : current.trial.isActive ? 'trial' : 'free',
    trialEndsIn: current.trial.isActive ? current.trial.daysRemaining : null,
  });
  const subscribed = plans.filter((one: { isSubscribed: boolean }) => one.isSubscribed);
  expect(subscribed.map(({ id }: { id: number }) => id)).toEqual(current.plan ? [current.plan.id] : []);
  expect(status.subscriptionTier).toBe((current.hasSubscription ? current.plan.name : 'free').toLowerCase());
  const url = '/api/account/webhooks';
  const payload = { url: 'https://receiver.example/hooks', events: ['automation.synced'] };
  const webhook = await shop.api.app.inject({ method: 'POST', url, headers, payload });
  expect(webhook.statusCode === 201 || webhook.statusCode === 200).toBe(
    status.subscriptionTier === 'premium',
  );
  return [current.plan?.name ?? 'Trial', status.subscriptionStatus, current.configsAvailable];
}

const active = () => shop.db.automation.count({ where: { userId, isActive: true } });

async function signUp(email: string): Promise<void> {
  let passwordProof = '';
  const keepPasswordProof = (proof: string) => {
    passwordProof = proof;
  };
  const ipAddress = '198.51.100.7';
  await register({ email, password: 'Spruce-Harbor-42', ipAddress, keepPasswordProof }, shop.api.services);
  const code = await shop.db.oneTimeCode.findFirstOrThrow({ where: { user: { email } } });
  const otp = digitsOf(code.id, shop.api.services.keyedHash);
  await verifyEmail({ email, otp, passwordProof }, shop.api.services);
  userId = (await shop.db.user.update({ where: { email }, data: { timeZone: 'Europe/Berlin' } })).id;
  const connection = await testConnection(shop.db, { userId });
  for (const name of ['first', 'second']) {
    await testAutomation(shop.db, {
      connection,
      name,
      createdAt: new Date(shop.now.getTime() + name.length),
    });
  }
  await mailsNow();
}

test('from the trial to the end of a plan every part agrees, every mail is sent once, and nothing is lost', async () => {
  await signUp('ada@clients.example');
  expect(await standing()).toEqual(['Trial', 'trial', 2]);
  const trialEnd = new Date(begin.getTime() + trialDays * dayMs).toISOString();
  expect(await until(new Date(Date.parse(trialEnd) - 1).toISOString())).toEqual([
    'Your Picksync trial ends in 7 days',
    'Your Picksync trial ends in 3 days',
    'Your Picksync trial ends tomorrow',
  ]);
  expect([await standing(), await active()]).toEqual([['Trial', 'trial', 2], 2]);

  // Everybody says Free before any job has run.
  shop.now = new Date(trialEnd);
  expect([await standing(), await active()]).toEqual([['Free', 'free', 1], 2]);
  expect(await mailsNow()).toEqual(['1 automation was paused: your plan covers fewer']);
  expect([await standing(), await active(), (await get('/subscription/current')).pausedByPlan]).toEqual([
    ['Free', 'free', 1],
    1,
    1,
  ]);

  expect(await until('2028-01-31T09:30:00Z')).toEqual([]);
  const reference = await shop.start(await signIn(), 'paypal');
  shop.paypal.pay(reference);
  await shop.event('paypal', reference);
  expect(await mailsNow()).toEqual([expect.stringMatching(/Basic.* is active/)]);
  expect(await standing()).toEqual(['Basic', 'active', 10]);
  const paused = await shop.db.automation.findFirstOrThrow({ where: { userId, isActive: false } });
  expect(paused.name).toBe('second');
  const { headers } = await signIn();
  const url = `/api/configurations/${paused.id}`;
  await shop.api.app.inject({ method: 'PATCH', url, headers, payload: { isActive: true } });
  expect(await active()).toBe(2);

  const firstEnd = '2028-02-29T09:30:00.000Z';
  expect((await get('/subscription/current')).subscription.current_period_end).toBe(firstEnd);
  expect(await until(firstEnd, 5)).toEqual([]);
  shop.paypal.pay(reference);
  await shop.event('paypal', reference);
  expect(await mailsNow()).toHaveLength(1);
  const secondEnd = '2028-03-31T09:30:00.000Z';
  expect((await get('/subscription/current')).subscription.current_period_end).toBe(secondEnd);

  expect(await until('2028-03-10T09:30:00Z', 4)).toEqual([]);
  await post('paypal/cancel', { subscription_id: reference });
  expect(await mailsNow()).toEqual(['Basic is cancelled and runs until March 31, 2028']);
  expect(await standing()).toEqual(['Basic', 'cancelled', 10]);
  expect((await get('/subscription/current')).afterEnd).toEqual({ limit: 1, willPause: 1 });
  await post('resume', {});
  expect(await mailsNow()).toEqual(['Basic goes on']);
  expect(await standing()).toEqual(['Basic', 'active', 10]);
  await post('paypal/cancel', { subscription_id: reference });
  expect(await mailsNow()).toEqual(['Basic is cancelled and runs until March 31, 2028']);

  expect(await until('2028-03-31T09:29:59Z', 4)).toEqual([]);
  expect([await standing(), await active()]).toEqual([['Basic', 'cancelled', 10], 2]);
  shop.now = new Date(secondEnd);
  expect([await standing(), await active()]).toEqual([['Free', 'free', 1], 2]);
  expect((await mailsNow()).toSorted()).toEqual([
    '1 automation was paused: your plan covers fewer',
    'You are on Free now: Basic has ended',
  ]);
  expect([await standing(), await active()]).toEqual([['Free', 'free', 1], 1]);
  expect(await until('2028-04-20T09:30:00Z', 7)).toEqual([]);

  expect(shop.paypal.entry(reference).truth.status).toBe('cancelled');
  expect(await shop.db.automation.count({ where: { userId } })).toBe(2);
  const book = await shop.db.planChange.findMany({ where: { userId }, orderBy: { at: 'asc' } });
  expect(book.map(({ kind }) => kind)).toEqual([
    'trial_started',
    'activated',
    'renewed',
    'cancelled',
    'resumed',
    'cancelled',
    'ended',
  ]);
  expect((await shop.outcome(userId)).receipts).toEqual([699, 699]);
});

test('a month that is paid by a link is told of before it ends, can be renewed early, and ends unpaid after three mails', async () => {
  shop.now = new Date('2028-05-01T08:00:00Z');
  await signUp('bea@clients.example');
  shop.now = new Date('2028-05-31T08:00:00Z');
  await work();
  const link = async () => {
    const reference = await shop.start(await signIn(), 'razorpay');
    shop.razorpay.pay(reference);
    await shop.event('razorpay', reference);
  };
  await link();
  expect(await mailsNow()).toEqual([expect.stringMatching(/Basic/)]);
  expect(await until('2028-06-24T08:00:00Z', 8)).toEqual([]);
  expect(await until('2028-06-28T08:00:00Z')).toEqual(['Basic ends in 5 days: renew it for $6.99']);
  await link();
  expect(await mailsNow()).toHaveLength(1);
  // The new month begins when the one before ends, on the day of the month on which everything began.
  expect((await get('/subscription/current')).subscription.current_period_end).toBe(
    '2028-07-31T08:00:00.000Z',
  );
  expect(await until('2028-07-26T07:00:00Z', 7)).toEqual([]);
  expect(await until('2028-07-31T07:59:00Z')).toEqual([
    'Basic ends in 5 days: renew it for $6.99',
    'Basic ends tomorrow: renew it for $6.99',
  ]);
  expect(await until('2028-08-01T08:00:00Z')).toEqual(['Basic was not renewed']);
  expect(await standing()).toEqual(['Basic', 'past_due', 10]);
  expect(await until('2028-08-03T07:59:00Z')).toEqual(['Basic ends tomorrow, because it is not paid']);
  shop.now = new Date('2028-08-03T08:00:00Z');
  expect(await standing()).toEqual(['Free', 'free', 1]);
  expect(await mailsNow()).toEqual(['You are on Free now: Basic has ended']);
  expect(await until('2028-08-20T08:00:00Z', 6)).toEqual([]);
});

test('a month that a coupon paid for is told of before it ends, and ends with itself', async () => {
  shop.now = new Date('2028-09-01T08:00:00Z');
  await signUp('cleo@clients.example');
  const coupon = { code: 'GIFT', discountType: 'percent' as const, discountPercent: 100 };
  await shop.db.coupon.create({ data: coupon });
  expect((await post('paypal/create', { plan_id: 3, coupon_code: 'GIFT' })).statusCode).toBe(200);
  expect(await mailsNow()).toHaveLength(1);
  expect((await standing())[0]).toBe('Premium');
  expect(await until('2028-09-26T07:59:00Z', 9)).toEqual([]);
  expect(await until('2028-09-26T08:01:00Z')).toEqual(['Premium ends in 5 days, unless you go on']);
  expect(await until('2028-10-01T07:59:00Z', 2)).toEqual([]);
  expect((await until('2028-10-01T08:00:00Z')).toSorted()).toEqual([
    '1 automation was paused: your plan covers fewer',
    'You are on Free now: Premium has ended',
  ]);
  expect(await standing()).toEqual(['Free', 'free', 1]);
});
