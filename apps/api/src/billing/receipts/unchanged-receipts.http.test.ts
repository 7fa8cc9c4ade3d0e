import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Shop, testShop } from '../../testing/payments.ts';
import { customerFrom, saveBillingDetails, setTaxRates } from '../../testing/tax-rates.ts';
import { noSeller, testApp } from '../../testing/test-app.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await testShop({ ...noSeller, name: 'Harborline', country: 'IE', taxNumber: 'IE1234567WA' });
});
afterAll(() => shop.close());

test('a receipt is the same to the byte after its buyer, the rates, the plan and the seller have changed', async () => {
  const { api, db } = shop;
  await setTaxRates(db, { country: 'DE', percent: 19, note: 'VAT as in Germany.' });
  const customer = await customerFrom(shop, {
    name: 'Olivia Park',
    address: 'Lange Straße 12',
    country: 'DE',
  });
  const { headers, userId } = customer;
  const reference = await shop.start(customer, 'razorpay');
  const paymentId = shop.razorpay.pay(reference);
  await shop.event('razorpay', reference);
  shop.razorpay.makeRefund(paymentId, 300);
  await shop.event('razorpay', reference);
  const rows = () => db.receipt.findMany({ where: { userId }, orderBy: { number: 'asc' } });
  const stored = await rows();
  expect(stored).toHaveLength(2);
  const readBodies = async ({ app }: Pick<typeof api, 'app'>) => {
    const answers = stored.map(({ number }) =>
      app.inject({ url: `/api/subscription/receipts/${number}`, headers }),
    );
    return (await Promise.all(answers)).map(({ body }) => body);
  };
  const before = await readBodies(api);
  for (const text of ['Olivia Park', 'Harborline', 'VAT as in Germany.', '"amount":1.33'])
    expect(before[0]).toContain(text);

  await saveBillingDetails(shop, customer, { name: 'Omar Park', country: 'FR', taxId: 'FRXX123456789' });
  await setTaxRates(db, { country: 'DE', percent: 25, isIncluded: true }, { country: 'FR', percent: 20 });
  await db.plan.update({ where: { id: 2 }, data: { name: 'Starter', price: 9.99 } });
  expect(await readBodies(api)).toEqual(before);
  await setTaxRates(db);
  const renamed = await testApp({ beside: api, seller: { ...noSeller, name: 'Northwind', country: 'DE' } });
  expect(await readBodies(renamed)).toEqual(before);
  expect(await rows()).toEqual(stored);
  await renamed.close();

  // The next one is of its own day; the buyer and the tax of a refund are those of its payment.
  shop.razorpay.makeRefund(paymentId, 532);
  await shop.event('razorpay', reference);
  const refund = (await rows())[2];
  expect(refund?.content).toMatchObject({
    buyer: { name: 'Olivia Park', address: ['Lange Straße 12', 'Germany'] },
    tax: { percent: 19, amount: -0.85, isAdded: true },
    taxNote: 'VAT as in Germany.',
    refundsNumber: stored[0]?.number,
  });
  expect(await readBodies(api)).toEqual(before);
});
