import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Shop, signInAsAdmin, testShop } from '../../testing/payments.ts';

let shop: Shop;
const begin = new Date('2026-11-21T10:00:00Z');
beforeAll(async () => {
  shop = await testShop();
  shop.now = begin;
});
afterAll(() => shop.close());

test('revenue of a deleted account stays with its plan, whatever that is called later', async () => {
  const who = await shop.api.signIn({ trialEndDate: begin });
  const reference = await shop.start(who, 'razorpay');
  const payment = shop.razorpay.pay(reference);
  await shop.event('razorpay', reference);
  shop.razorpay.makeRefund(payment, 200);
  await shop.event('razorpay', reference);
  const { email } = await shop.db.user.findUniqueOrThrow({ where: { id: who.userId } });
  const deleted = { method: 'POST', url: '/api/account/delete', payload: { email } } as const;
  expect((await shop.api.app.inject({ ...deleted, headers: who.headers })).statusCode).toBe(200);
  const headers = await signInAsAdmin(shop);
  const rename = { method: 'PATCH', url: '/api/admin/plans/2', payload: { name: 'Team' } } as const;
  expect((await shop.api.app.inject({ ...rename, headers })).statusCode).toBe(200);
  const figures = (await shop.api.app.inject({ url: '/api/admin/figures', headers })).json();
  expect(figures.months.at(-1)).toMatchObject({
    month: '2026-11-01',
    revenue: [{ planId: 2, amount: 4.99 }],
  });
});
