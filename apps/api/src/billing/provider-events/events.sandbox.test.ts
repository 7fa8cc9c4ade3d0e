import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PaymentWorld, paymentWorld } from '../../testing/payment-world.ts';
import { type Customer, signInAsAdmin } from '../../testing/payments.ts';

let world: PaymentWorld;
beforeAll(async () => {
  world = await paymentWorld();
});
afterAll(() => world.close());

/** Subscribes at the sandbox's PayPal, from today on; only its events tell of it. */
async function subscribe(plan = 2): Promise<Customer & { reference: string }> {
  const who = await world.api.signIn();
  const url = '/api/subscription/paypal/create';
  const answer = await world.api.app.inject({
    method: 'POST',
    url,
    headers: who.headers,
    payload: { plan_id: plan, start: 'now' },
  });
  expect(answer.json()).toHaveProperty('subscriptionId');
  const reference: string = answer.json().subscriptionId;
  await world.act(reference, 'decide', { decision: 'approve' });
  await expect.poll(() => readPlan(who)).toBe(plan);
  return { ...who, reference };
}

const readPlan = async ({ userId }: Customer) => {
  const rows = await world.api.db.subscription.findMany({ where: { userId, endDate: null } });
  return rows[0]?.planId;
};
const readRefunds = async ({ userId }: Customer) =>
  (
    await world.api.db.paymentTransaction.findMany({
      where: { userId, transactionType: 'refund', status: 'paid' },
    })
  ).map(({ amount }) => amount.toNumber());

test('a chargeback ends the plan it was for, although PayPal’s event names neither payment nor subscription', async () => {
  const [who, other] = [await subscribe(), await subscribe()];
  await world.act(who.reference, 'chargeback');
  await expect.poll(() => readPlan(who)).toBeUndefined();
  expect([await readRefunds(who), await readRefunds(other), await readPlan(other)]).toEqual([[6.99], [], 2]);
  const told = async () => {
    const rows = await world.api.db.providerEvent.findMany({ where: { type: 'PAYMENT.SALE.REVERSED' } });
    return rows.map(({ reference, outcome }) => [reference, outcome]);
  };
  // Another event's look may have been the first to see it.
  const outcome = expect.stringMatching(/^(applied|nothing)$/);
  await expect.poll(told).toEqual([[who.reference, outcome]]);
});

test.each(['v1', 'v2'])(
  'a part that is given back on PayPal’s pages is on the books, whose event is of %s',
  async (version) => {
    const who = await subscribe();
    await world.act(who.reference, 'refund', { amountCents: 200, version });
    await expect.poll(() => readRefunds(who)).toEqual([2]);
    expect(await readPlan(who)).toBe(2);
  },
);

test.each([
  ['completed', [6.99], undefined],
  ['denied', [], 2],
])('a refund of ours that PayPal leaves pending is booked as it ends: %s', async (outcome, refunds, plan) => {
  const who = await subscribe();
  await world.fault({ providers: ['paypal'], pendingRefunds: true });
  const headers = await signInAsAdmin(world);
  const [payment] = await world.api.db.paymentTransaction.findMany({ where: { userId: who.userId } });
  const url = `/api/admin/payments/${payment?.id}/refund`;
  const payload = { amount: 6.99, refunded: 0, reason: 'They asked kindly' };
  const answer = await world.api.app.inject({ method: 'POST', url, headers, payload });
  expect(answer.json().message).toContain('is on its way');
  await world.fault({});
  expect([await readRefunds(who), await readPlan(who)]).toEqual([[], 2]);
  await world.act(who.reference, 'settle', { outcome });
  const end = async () => {
    const rows = await world.api.db.paymentTransaction.findMany({ where: { refundOfId: payment?.id ?? '' } });
    return rows.map(({ status }) => status);
  };
  await expect.poll(end).toEqual([outcome === 'completed' ? 'paid' : 'failed']);
  expect([await readRefunds(who), await readPlan(who)]).toEqual([refunds, plan]);
});

test('a payment that PayPal does not list for an hour buys a whole month at once, although PayPal says that it charges again today', async () => {
  await world.fault({ providers: ['paypal'], transactionLagMinutes: 60, nextBillingTodayMinutes: 60 });
  const who = await subscribe(3);
  const row = await world.api.db.subscription.findFirstOrThrow({ where: { userId: who.userId } });
  const days = ((row.currentPeriodEnd?.getTime() ?? 0) - row.startDate.getTime()) / (24 * 60 * 60_000);
  expect(days).toBeGreaterThanOrEqual(28);
  const payments = () => world.api.db.paymentTransaction.findMany({ where: { userId: who.userId } });
  expect(await payments()).toMatchObject([{ providerTransactionId: null, status: 'paid' }]);
  await world.fault({});
  await world.api.context.queue.send(world.api.db, 'refresh-subscription', {
    provider: 'paypal',
    reference: who.reference,
  });
  const named = async () => (await payments()).map(({ providerTransactionId }) => providerTransactionId);
  await expect.poll(named).toEqual([expect.stringMatching(/^[0-9A-Z]{17}$/)]);
  expect(await world.api.db.receipt.count({ where: { userId: who.userId } })).toBe(1);
});
