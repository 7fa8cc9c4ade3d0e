import { receiptContent } from '@picksync/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Customer, type Shop, testShop } from '../../testing/payments.ts';
import { customerFrom, setTaxRates } from '../../testing/tax-rates.ts';
import { noSeller } from '../../testing/test-app.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await testShop({ ...noSeller, country: 'IN', state: 'Karnataka' });
  await setTaxRates(
    shop.db,
    { country: 'IN', name: 'GST', percent: 18 },
    {
      country: '',
      name: 'GST',
      percent: 0,
      note: 'Supply meant for export under bond, without payment of IGST.',
    },
  );
});
afterAll(() => shop.close());

const readQuote = async (customer: Customer) =>
  (await shop.post(customer, 'quote', { plan_id: 2, payment_method: 'razorpay' })).json();

async function readReceipt(customer: Customer) {
  const reference = await shop.start(customer, 'razorpay');
  const paymentId = shop.razorpay.pay(reference);
  await shop.event('razorpay', reference);
  const receipts = async () => {
    const rows = await shop.db.receipt.findMany({
      where: { userId: customer.userId },
      orderBy: { number: 'asc' },
    });
    return rows.map(({ totalCents, content }) => ({ totalCents, ...receiptContent.parse(content) }));
  };
  return { reference, paymentId, receipts };
}

test('a buyer in the state of the seller pays CGST and SGST, half each', async () => {
  const customer = await customerFrom(shop, { country: 'IN', region: 'Karnataka', taxId: '29ABCDE1234F1Z5' });
  expect(await readQuote(customer)).toMatchObject({
    lines: [
      { kind: 'plan', amount: 6.99 },
      { kind: 'tax', label: 'CGST 9%', amount: 0.63 },
      { kind: 'tax', label: 'SGST 9%', amount: 0.63 },
    ],
    total: 8.25,
  });
  const { reference, paymentId, receipts } = await readReceipt(customer);
  const parts = [
    { name: 'CGST', percent: 9, amount: 0.63 },
    { name: 'SGST', percent: 9, amount: 0.63 },
  ];
  expect(await receipts()).toMatchObject([
    { totalCents: 825, tax: { name: 'CGST + SGST', percent: 18, amount: 1.26, parts } },
  ]);
  for (const cents of [100, 333, 392]) {
    shop.razorpay.makeRefund(paymentId, cents);
    await shop.event('razorpay', reference);
  }
  const [, ...refunds] = await receipts();
  expect(refunds.map(({ totalCents }) => totalCents)).toEqual([-100, -333, -392]);
  const sums = (name: string) =>
    refunds
      .flatMap(({ tax }) => tax?.parts ?? [])
      .filter((part) => part.name === name)
      .reduce((cents, { amount }) => cents + Math.round(amount * 100), 0);
  expect([sums('CGST'), sums('SGST')]).toEqual([-63, -63]);
  const lines = refunds.flatMap((refund) => refund.lines.map(({ amount }) => Math.round(amount * 100)));
  expect(lines.reduce((sum, cents) => sum + cents, 0)).toBe(-699);
});

test('a buyer in another state pays IGST, and one abroad none, with the note of an export', async () => {
  const goa = await customerFrom(shop, { country: 'IN', region: 'Goa' });
  expect(await readQuote(goa)).toMatchObject({
    lines: [{}, { label: 'IGST 18%', amount: 1.26 }],
    total: 8.25,
  });
  const { receipts } = await readReceipt(goa);
  expect(await receipts()).toMatchObject([{ tax: { name: 'IGST', amount: 1.26, parts: [] } }]);
  const abroad = await customerFrom(shop, { country: 'DE' });
  expect(await readQuote(abroad)).toMatchObject({
    lines: [{ amount: 6.99 }],
    total: 6.99,
    tax: { percent: 0 },
    taxNote: 'Supply meant for export under bond, without payment of IGST.',
  });
});

test('country and state are asked for before paying, with the reason', async () => {
  const customer = await shop.api.signIn();
  expect((await readQuote(customer)).missing).toBe('country');
  const stateless = await customerFrom(shop, { country: 'IN' });
  expect((await readQuote(stateless)).missing).toBe('region');
  const answer = await shop.post(stateless, 'razorpay/create', { plan_id: 2 });
  const reason = 'GST depends on your state, so it is needed before you pay.';
  expect([answer.statusCode, answer.json().errors]).toEqual([400, { region: reason }]);
});
