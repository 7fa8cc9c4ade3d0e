import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Customer, type Shop, testShop } from '../../../testing/payments.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await testShop();
});
afterAll(() => shop.close());

const begin = new Date('2027-01-31T10:00:00Z');

/** What happens at PayPal in five months, in this order: what we are told of it, when and how often, is left to chance. */
const facts: [at: string, happens: (reference: string, payments: string[]) => void][] = [
  ['2027-01-31T10:00:00Z', (reference, payments) => void payments.push(shop.paypal.pay(reference))],
  ['2027-02-28T10:00:00Z', (reference, payments) => void payments.push(shop.paypal.pay(reference))],
  ['2027-03-31T10:00:00Z', (reference) => void shop.paypal.pay(reference, { status: 'failed' })],
  ['2027-04-01T10:00:00Z', (reference, payments) => void payments.push(shop.paypal.pay(reference))],
  ['2027-04-02T10:00:00Z', (_reference, payments) => shop.paypal.makeRefund(payments[0] ?? '', 699)],
  ['2027-04-30T10:00:00Z', (reference, payments) => void payments.push(shop.paypal.pay(reference))],
];

type Tell = 'page' | 'poll' | 'event' | 'look' | 'both';

async function tell(who: Customer, reference: string, how: Tell): Promise<void> {
  if (how === 'page') await shop.verify(who, reference);
  else if (how === 'poll') await shop.page(who, reference);
  else if (how === 'event') await shop.event('paypal', reference);
  else if (how === 'both') await Promise.all([tell(who, reference, 'page'), tell(who, reference, 'event')]);
  else await shop.work();
}

/** What is left when the last event has come, without ids and times of ours. */
async function readEnd(userId: string) {
  const { current, transactions, receipts, user, couponUses } = await shop.outcome(userId);
  return {
    user,
    couponUses,
    current: current.map(({ status, planId, currentPeriodStart, currentPeriodEnd, periodValueCents }) => ({
      status,
      planId,
      currentPeriodStart,
      currentPeriodEnd,
      periodValueCents,
    })),
    transactions: transactions
      .map(({ transactionType, amount, status, periodStart, nextBillingDate }) =>
        [transactionType, amount, status, periodStart?.toISOString(), nextBillingDate?.toISOString()].join(
          ' ',
        ),
      )
      .toSorted(),
    receipts: receipts.toSorted((a, b) => a - b),
  };
}

/** What happens at PayPal when Basic is booked on Premium, in this order. */
const bookedFacts: [at: string, happens: (premium: string, basic: string) => void][] = [
  ['2027-02-10T10:00:00Z', (_premium, basic) => shop.paypal.agree(basic)],
  // A few hours before the day.
  ['2027-02-28T04:00:00Z', (_premium, basic) => void shop.paypal.pay(basic)],
  ['2027-02-28T10:00:00Z', () => {}],
  ['2027-03-31T10:00:00Z', (_premium, basic) => void shop.paypal.pay(basic)],
];

const telling = fc.array(fc.constantFrom<Tell>('page', 'poll', 'event', 'look', 'both'), { maxLength: 3 });

test('the end state is the same in whatever order and however often events arrive', async () => {
  const coupon = { code: 'ORDER', discountType: 'amount', discountAmount: '1.00' } as const;
  await shop.db.coupon.create({ data: coupon });
  const ends: unknown[] = [];
  const plan = fc.tuple(...facts.map(() => telling));
  await fc.assert(
    fc.asyncProperty(plan, async (tellings) => {
      shop.now = begin;
      let who = await shop.api.signIn({ trialEndDate: begin });
      const reference = await shop.start(who, 'paypal', { coupon: coupon.code });
      const payments: string[] = [];
      for (const [index, [at, happens]] of facts.entries()) {
        shop.now = new Date(at);
        happens(reference, index === 4 ? payments.slice(1) : payments);
        who = await shop.api.signIn(who);
        for (const how of tellings[index] ?? []) await tell(who, reference, how);
      }
      await shop.event('paypal', reference);
      await shop.work();
      ends.push(await readEnd(who.userId));
      expect(ends.at(-1)).toEqual(ends[0]);
    }),
    { numRuns: 15 },
  );
  expect(ends[0]).toMatchObject({
    user: { status: 'active', tier: 'basic' },
    couponUses: 1,
    current: [
      { status: 'active', currentPeriodEnd: new Date('2027-05-31T10:00:00Z'), periodValueCents: 699 },
    ],
    receipts: [-699, 599, 699, 699, 699],
  });
});

test('a lower plan that was booked begins once and is paid once, in whatever order and however often we are told', async () => {
  const ends: unknown[] = [];
  const plan = fc.tuple(...bookedFacts.map(() => telling));
  await fc.assert(
    fc.asyncProperty(plan, async (tellings) => {
      shop.now = begin;
      let who = await shop.api.signIn({ trialEndDate: begin });
      const premium = await shop.start(who, 'paypal', { plan: 3 });
      shop.paypal.pay(premium);
      await shop.event('paypal', premium);
      // The page is closed after an hour, and may be agreed to later: what was agreed still counts.
      shop.now = new Date('2027-02-10T09:30:00Z');
      who = await shop.api.signIn(who);
      const basic = await shop.start(who, 'paypal', { plan: 2 });
      for (const [index, [at, happens]] of bookedFacts.entries()) {
        shop.now = new Date(at);
        happens(premium, basic);
        who = await shop.api.signIn(who);
        for (const how of tellings[index] ?? []) await tell(who, basic, how);
        // Where nobody tells of the approval, the hourly look does, long before the day.
        if (index === 0) await shop.event('paypal', basic);
      }
      await shop.event('paypal', basic);
      await shop.work();
      expect([premium, basic].map((one) => shop.paypal.entry(one).state.status)).toEqual([
        'cancelled',
        'active',
      ]);
      ends.push(await readEnd(who.userId));
      expect(ends.at(-1)).toEqual(ends[0]);
    }),
    { numRuns: 15 },
  );
  expect(ends[0]).toMatchObject({
    user: { status: 'active', tier: 'basic' },
    current: [{ status: 'active', planId: 2, currentPeriodEnd: new Date('2027-04-28T10:00:00Z') }],
    receipts: [699, 699, 1999],
  });
});
