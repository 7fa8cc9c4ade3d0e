import { afterAll, beforeAll, expect, test } from 'vitest';
import { toCents } from '../../../base/amounts.ts';
import { type Shop, testShop } from '../../../testing/payments.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await testShop();
});
afterAll(() => shop.close());

/**
 * Subscribes at PayPal, opens the page of an upgrade just before the renewal, and returns both: when the page is paid, a part of that
 * renewal has to go back.
 */
async function renewBeforeUpgrade() {
  shop.now = new Date('2026-11-21T10:00:00Z');
  const who = await shop.api.signIn({ trialEndDate: shop.now });
  const reference = await shop.start(who, 'paypal');
  shop.paypal.pay(reference);
  await shop.event('paypal', reference);
  shop.now = new Date('2026-12-21T09:30:00Z');
  const upgrade = await shop.start(who, 'paypal', { plan: 3 });
  shop.now = new Date('2026-12-21T10:00:00Z');
  const renewal = shop.paypal.pay(reference);
  await shop.event('paypal', reference);
  return { userId: who.userId, reference, upgrade, renewal };
}

test.each([
  ['nobody has told of', false],
  ['an event has told of', true],
])(
  'the part that is owed goes back in full, beside a part made on PayPal’s pages that %s',
  async (_what, isTold) => {
    const { userId, reference, upgrade, renewal } = await renewBeforeUpgrade();
    const refundId = shop.paypal.makeRefund(renewal, 100);
    if (isTold) {
      const event = { providerEventId: refundId, type: 'PAYMENT.SALE.REFUNDED', receivedAt: shop.now };
      const about = { provider: 'paypal' as const, reference, paymentId: renewal, refundId };
      await shop.db.providerEvent.create({ data: { ...event, ...about } });
      await shop.event('paypal', reference);
    }
    shop.now = new Date('2027-01-05T10:00:00Z');
    shop.paypal.pay(upgrade);
    await shop.event('paypal', upgrade);
    await shop.work();
    const { transactions } = await shop.outcome(userId);
    const paid = transactions.find(({ providerTransactionId }) => providerTransactionId === renewal);
    const refunds = transactions.filter(({ refundOfId }) => refundOfId === paid?.id);
    const here = refunds.reduce((sum, { amount }) => sum + toCents(amount), 0);
    const back = shop.paypal.movements().filter(({ of, cents }) => of === renewal && cents < 0);
    const owed = (paid?.refundDueCents ?? 0) - (isTold ? 100 : 0);
    expect(owed).toBeGreaterThan(300);
    expect([back.map(({ cents }) => cents), here]).toEqual([[-100, -owed], 100 + owed]);
  },
);
