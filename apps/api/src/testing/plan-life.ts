import { randomUUID } from 'node:crypto';
import { testAutomation, testConnection } from '@picksync/db/testing';
import { expect } from 'vitest';
import type { OutgoingMail } from '../base/mailer.ts';
import { settlePlans } from '../billing/settle-plans/settle-plans.ts';
import { findNoticesJob } from '../jobs/handlers.ts';
import { sendMail } from '../jobs/send-mail.job.ts';
import { register } from '../people/auth/register.ts';
import { verifyEmail } from '../people/auth/verify-email.ts';
import { getDigits } from '../people/one-time-codes/one-time-codes.ts';
import { type Customer, type Shop, testShop } from './payments.ts';

const dayMs = 24 * 60 * 60_000;

export type PlanLife = Awaited<ReturnType<typeof planLife>>;

/**
 * A shop in which time passes from `begin` on: jobs run, mails are handed over, and every part of the product has to say
 * the same of the plan of the person who signed up last, whose mails are told.
 */
export async function planLife(begin: Date) {
  const shop = await testShop();
  shop.now = begin;
  const outbox: OutgoingMail[] = [];
  let [userId, address] = ['', ''];

  const signIn = () => shop.api.signIn({ userId });
  const subjectsSince = (before: number) =>
    outbox.slice(before).flatMap(({ to, subject }) => (to === address ? [subject] : []));
  const work = () => workOnce(shop, outbox);

  /** Works now, and returns the subjects of the mails that this brought. */
  async function mailsNow(): Promise<string[]> {
    const before = outbox.length;
    await work();
    return subjectsSince(before);
  }

  return {
    shop,
    /** Every mail that was sent, oldest first. */
    outbox,
    get userId() {
      return userId;
    },
    signIn,
    work,
    mailsNow,
    async signUp(email: string): Promise<void> {
      userId = await signUp(shop, email);
      address = email;
      await mailsNow();
    },
    /** Lets time pass, working every so many days and at the end. Returns the subjects of the mails of that time. */
    async until(end: string, days = 1): Promise<string[]> {
      const before = outbox.length;
      const last = new Date(end);
      while (shop.now < last) {
        shop.now = new Date(Math.min(shop.now.getTime() + days * dayMs, last.getTime()));
        await work();
      }
      return subjectsSince(before);
    },
    get: async (path: string) => get(shop, await signIn(), path),
    post: async (path: string, payload: object) => shop.post(await signIn(), path, payload),
    billingStatus: async () => readBillingStatus(shop, await signIn()),
    active: () => shop.db.automation.count({ where: { userId, isActive: true } }),
    close: () => shop.close(),
  };
}

/** Does what the jobs of this hour would do, each twice at once, and hands over the mails. */
async function workOnce(shop: Shop, outbox: OutgoingMail[]): Promise<void> {
  const mailer = {
    send: async (mail: OutgoingMail) => void outbox.push(mail),
    wasAccepted: async () => false,
    reactivate: async () => {},
  };
  const { context } = shop.api;
  await Promise.all([settlePlans(context), settlePlans(context)]);
  await shop.work();
  await Promise.all([findNoticesJob(context), findNoticesJob(context)]);
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
    await sendMail({ ...context, mailer }, run);
    await sendMail({ ...context, mailer }, run);
  }
}

async function get({ api }: Shop, { headers }: Customer, path: string) {
  return (await api.app.inject({ url: `/api${path}`, headers })).json();
}

/** Returns what every part of the product says of the plan, which has to be one thing. */
async function readBillingStatus(shop: Shop, who: Customer): Promise<[string, string, number]> {
  const [status, token, stats, current, plans] = [
    (await get(shop, who, '/auth/status')).user,
    (await get(shop, who, '/auth/token')).user,
    await get(shop, who, '/stats'),
    await get(shop, who, '/subscription/current'),
    await get(shop, who, '/subscription/plans'),
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
  const request = { method: 'POST', url, headers: who.headers, payload } as const;
  const webhook = await shop.api.app.inject(request);
  expect(webhook.statusCode === 201 || webhook.statusCode === 200).toBe(
    status.subscriptionTier === 'premium',
  );
  return [current.plan?.name ?? 'Trial', status.subscriptionStatus, current.configsAvailable];
}

/** Registers and verifies a person with two automations, and returns their id. */
async function signUp({ api, db, now }: Shop, email: string): Promise<string> {
  let passwordProof = '';
  const keepPasswordProof = (proof: string) => {
    passwordProof = proof;
  };
  const ipAddress = '198.51.100.7';
  await register(api.context, { email, password: 'Spruce-Harbor-42', ipAddress, keepPasswordProof });
  const code = await db.oneTimeCode.findFirstOrThrow({ where: { user: { email } } });
  const otp = getDigits(code.id, api.context.keyedHash);
  await verifyEmail(api.context, { email, otp, passwordProof });
  const { id } = await db.user.update({ where: { email }, data: { timeZone: 'Europe/Berlin' } });
  const connection = await testConnection(db, { userId: id });
  for (const name of ['first', 'second']) {
    const createdAt = new Date(now.getTime() + name.length);
    await testAutomation(db, { connection, name, createdAt });
  }
  return id;
}
