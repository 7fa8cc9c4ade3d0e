import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PaymentWorld, paymentWorld } from '../../testing/payment-world.ts';
import { lookForDisputes } from './refresh-dispute.ts';

let world: PaymentWorld;
beforeAll(async () => {
  world = await paymentWorld();
});
afterAll(() => world.close());

/** Subscribes at a provider of the sandbox, and returns its reference once the payment is on the books. */
async function subscribe(provider: 'paypal' | 'razorpay'): Promise<{ reference: string; paymentId: string }> {
  const who = await world.api.signIn();
  const url = `/api/subscription/${provider}/create`;
  const payload = { plan_id: 2, start: 'now' };
  const answer = await world.api.app.inject({ method: 'POST', url, headers: who.headers, payload });
  expect(answer.statusCode).toBe(200);
  const reference: string = answer.json().subscriptionId ?? answer.json().paymentPageId;
  await world.act(reference, 'decide', { decision: provider === 'paypal' ? 'approve' : 'pay' });
  const paid = async () => {
    const [row] = await world.api.db.paymentTransaction.findMany({ where: { userId: who.userId } });
    return row?.providerTransactionId;
  };
  await expect.poll(paid).toBeTruthy();
  return { reference, paymentId: (await paid()) ?? '' };
}

const readDispute = async (paymentId: string) => {
  const [row] = await world.api.db.dispute.findMany({ where: { paymentId } });
  return row;
};
const decide = (id: string, step: string) =>
  world.sandbox.call('POST', `/api/payments/disputes/${id}/decide`, { body: { step } });

test.each([
  ['paypal', { phase: 'CHARGEBACK', respondInDays: 10 }, 'UNAUTHORISED'],
  ['razorpay', {}, 'chargeback'],
] as const)(
  'a dispute at %s is on the list with its date, and its end too',
  async (provider, body, reason) => {
    const { reference, paymentId } = await subscribe(provider);
    await world.act(reference, 'dispute', body);
    await expect
      .poll(() => readDispute(paymentId))
      .toMatchObject({
        provider,
        reason,
        status: 'open',
        amountCents: 699,
        currency: 'USD',
        respondBy: expect.any(Date),
      });
    const { providerDisputeId: id = '' } = (await readDispute(paymentId)) ?? {};
    await decide(id, provider === 'paypal' ? 'review' : 'contest');
    await expect
      .poll(() => readDispute(paymentId))
      .toMatchObject({ status: 'under_review', respondBy: null });
    await decide(id, 'lose');
    await expect.poll(() => readDispute(paymentId)).toMatchObject({ status: 'closed', outcome: 'lost' });
    const readRefunds = async () => {
      const where = { transactionType: 'refund', provider };
      return (await world.api.db.paymentTransaction.findMany({ where })).map(({ amount }) =>
        amount.toNumber(),
      );
    };
    await expect.poll(readRefunds).toEqual([6.99]);
    const open = { provider, outcome: { in: ['failed', 'unassigned', 'refused'] } };
    expect(await world.api.db.providerEvent.count({ where: open })).toBe(0);
  },
);

test.each(['paypal', 'razorpay'] as const)(
  'the list of %s tells a dispute of which no event came',
  async (provider) => {
    const { reference, paymentId } = await subscribe(provider);
    await world.act(reference, 'dispute');
    await expect.poll(() => readDispute(paymentId)).toBeDefined();
    await world.api.db.dispute.deleteMany();
    await lookForDisputes(world.api.context);
    await expect.poll(() => readDispute(paymentId)).toMatchObject({ status: 'open' });
  },
);
