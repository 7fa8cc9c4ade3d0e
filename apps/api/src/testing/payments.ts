import { expect } from 'vitest';
import type { PaymentProviderName } from '../base/payments/payment-provider.ts';
import type { Seller } from '../base/seller.settings.ts';
import { alignCharges } from '../billing/subscriptions/align-charges.ts';
import { refreshSubscriptionJob } from '../billing/subscriptions/from-provider/refresh-subscription.job.ts';
import { type PaymentStandIn, paymentStandIn } from './payment-stand-in.ts';
import { noSeller, type TestApp, testApp } from './test-app.ts';

export type Shop = Awaited<ReturnType<typeof testShop>>;
export type Customer = Awaited<ReturnType<TestApp['signIn']>>;

const someSeller = { ...noSeller, address: ['1 Harbor Street'], taxPercent: 19 };

/** With it the stand-in for Razorpay signs the addresses to which payers return. */
export const razorpayKeySecret = 'a secret of the key';

/** The application with two payment providers that stand in for the real ones, and what customers do with it. */
export async function testShop(seller: Seller = someSeller) {
  const clock = { at: new Date('2026-11-21T10:00:00Z') };
  const paypal = paymentStandIn('paypal', clock);
  const razorpay = paymentStandIn('razorpay', clock);
  const keys = { keyId: 'id', keySecret: razorpayKeySecret, webhookSecret: undefined };
  const settings = { ...keys, apiBase: 'http://127.0.0.1:9', timeoutMs: 1000 };
  const api = await testApp({
    providers: { paypal: paypal.provider, razorpay: razorpay.provider },
    payments: { paypal: undefined, razorpay: settings },
    seller,
  });
  const standIns: Record<PaymentProviderName, PaymentStandIn> = { paypal, razorpay };
  const { db } = api;

  const post = (customer: Pick<Customer, 'headers'>, path: string, payload: object) =>
    api.app.inject({ method: 'POST', url: `/api/subscription/${path}`, headers: customer.headers, payload });

  return {
    api,
    db,
    ...standIns,
    standIns,
    post,
    set now(at: Date) {
      clock.at = at;
      api.clock.at = at;
    },
    get now() {
      return clock.at;
    },
    /** Starts a checkout and returns the provider's reference. */
    async start(
      customer: Customer,
      provider: PaymentProviderName,
      { plan = 2, coupon, start }: { plan?: number; coupon?: string; start?: 'now' | 'later' } = {},
    ): Promise<string> {
      const body = { plan_id: plan, ...(coupon && { coupon_code: coupon }), ...(start && { start }) };
      const answer = await post(customer, `${provider}/create`, body);
      expect(answer.statusCode, answer.body).toBe(200);
      const { subscriptionId, paymentPageId } = answer.json();
      return subscriptionId ?? paymentPageId;
    },
    /** What the page does to which the payer returns, and the poll of PayPal's. */
    page: (customer: Customer, reference: string) =>
      api.app.inject({
        url: `/api/subscription/paypal/status/${reference}?checkRealTime=true`,
        headers: customer.headers,
      }),
    verify: (customer: Customer, reference: string) =>
      post(customer, 'paypal/verify', { plan_id: 2, subscription_id: reference }),
    /** What an event leads to. */
    event: (provider: PaymentProviderName, reference: string) =>
      refreshSubscriptionJob(api.context, { payload: { provider, reference } }),
    /** Does the jobs that wait, and those that they bring. */
    work: () => workOff(api),
    /** What everything came to for a user. */
    async outcome(userId: string) {
      const [user, subscriptions, transactions, receipts, coupons, mails] = await Promise.all([
        db.user.findUniqueOrThrow({ where: { id: userId } }),
        db.subscription.findMany({ where: { userId }, orderBy: { createdAt: 'asc' } }),
        db.paymentTransaction.findMany({
          where: { userId },
          orderBy: [{ paymentDate: 'asc' }, { id: 'asc' }],
        }),
        db.receipt.findMany({ where: { userId }, orderBy: { number: 'asc' } }),
        db.couponRedemption.findMany({ where: { userId } }),
        api.waitingJobs('send-mail'),
      ]);
      const own = new Set([...subscriptions, ...transactions].map(({ id }) => id));
      return {
        user: { status: user.subscriptionStatus, tier: user.subscriptionTier },
        current: subscriptions.filter(({ status }) => ['active', 'past_due', 'cancelled'].includes(status)),
        subscriptions,
        transactions,
        payments: transactions.filter(({ transactionType }) => transactionType === 'payment'),
        receipts: receipts.map(({ totalCents }) => totalCents),
        couponUses: coupons.filter(({ usedAt }) => usedAt !== null).length,
        mails: mails
          .filter(({ subscriptionId, transactionId }) => own.has(String(subscriptionId ?? transactionId)))
          .map(({ mail }) => mail),
      };
    },
    close: () => api.close(),
  };
}

/** Does the jobs about payments that wait, and those that they bring. */
async function workOff({ db, context }: TestApp): Promise<void> {
  for (let rounds = 0; rounds < 10; rounds += 1) {
    const waiting = await db.$queryRaw<
      { name: string; data: { provider: PaymentProviderName; reference: string } }[]
    >`
      DELETE FROM pgboss.job WHERE name IN ('refresh-subscription', 'align-charges') AND state = 'created'
      RETURNING name, data`;
    if (waiting.length === 0) return;
    for (const { name, data } of waiting) {
      if (name === 'align-charges') await alignCharges(context, data);
      else await refreshSubscriptionJob(context, { payload: data });
    }
  }
  throw new Error('the jobs come to no end');
}

/** Signs an administrator in: sessions do not last from one period to the next. Returns the headers of their requests. */
export async function signInAsAdmin({ api }: Pick<Shop, 'api'>): Promise<Record<string, string>> {
  const email = `admin-${crypto.randomUUID()}@picksync.example`;
  return (await api.signIn({ role: 'admin', email })).headers;
}
