import { receiptContent } from '@picksync/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Customer, type Shop, testShop } from '../../testing/payments.ts';
import { customerFrom, saveBillingDetails, setTaxRates } from '../../testing/tax-rates.ts';
import { noSeller } from '../../testing/test-app.ts';

let shop: Shop;
const begin = new Date('2026-11-21T10:00:00Z');
beforeAll(async () => {
  shop = await testShop({ ...noSeller, country: 'IE' });
});
beforeEach(async () => {
  shop.now = begin;
  await setTaxRates(shop.db);
});
afterAll(() => shop.close());

const readQuote = async (customer: Customer, body: object = {}) =>
  (await shop.post(customer, 'quote', { plan_id: 2, payment_method: 'paypal', ...body })).json();

const readReceipts = async ({ userId }: Customer) => {
  const rows = await shop.db.receipt.findMany({ where: { userId }, orderBy: { number: 'asc' } });
  return rows.map(({ totalCents, content }) => ({ totalCents, ...receiptContent.parse(content) }));
};

async function buy(
  customer: Customer,
  options: Parameters<Shop['start']>[2] = {},
  provider = 'paypal' as const,
) {
  const reference = await shop.start(customer, provider, { start: 'now', ...options });
  const paymentId = shop.standIns[provider].pay(reference);
  await shop.page(customer, reference);
  return { reference, paymentId };
}

const vat = { name: 'VAT', percent: 19, amount: 1.33, isAdded: true, parts: [] };

test('no tax stands anywhere without a rate, and nothing is asked', async () => {
  const customer = await shop.api.signIn();
  expect(await readQuote(customer)).toMatchObject({ total: 6.99, tax: null, taxNote: null, missing: null });
  await buy(customer);
  expect(await readReceipts(customer)).toMatchObject([{ totalCents: 699, tax: null, taxNote: null }]);
});

describe('a tax that is added to the price', () => {
  beforeEach(() => setTaxRates(shop.db, { country: 'DE', percent: 19 }));

  test('is charged with every period, and all that is told agrees with it to the cent', async () => {
    const customer = await customerFrom(shop, { country: 'DE' });
    expect(await readQuote(customer)).toMatchObject({
      lines: [
        { kind: 'plan', label: 'Basic', amount: 6.99 },
        { kind: 'tax', label: 'VAT 19%', amount: 1.33 },
      ],
      total: 8.32,
      afterwards: { amount: 8.32 },
      tax: vat,
    });
    const { reference } = await buy(customer);
    const { order } = shop.paypal.entry(reference);
    expect(order).toMatchObject({ firstPeriodCents: 832, plan: { priceCents: 832, listPriceCents: 699 } });
    shop.now = new Date('2026-12-21T10:00:00Z');
    shop.paypal.pay(reference);
    await shop.event('paypal', reference);
    const { current, receipts, payments } = await shop.outcome(customer.userId);
    expect(receipts).toEqual([832, 832]);
    expect(payments.map(({ transactionType }) => transactionType)).toEqual(['payment', 'payment']);
    expect(current).toMatchObject([{ priceCents: 832 }]);
    for (const receipt of await readReceipts(customer)) {
      expect(receipt).toMatchObject({ lines: [{ label: 'Basic', amount: 6.99 }], tax: vat });
    }
  });

  test('is added after a coupon, before a credit that was paid with it, and refunded with its payment', async () => {
    const customer = await customerFrom(shop, { country: 'DE' });
    const code = `C${crypto.randomUUID()}`.toUpperCase();
    await shop.db.coupon.create({ data: { code, discountType: 'percent', discountPercent: 20 } });
    expect(await readQuote(customer, { coupon_code: code })).toMatchObject({
      lines: [{ amount: 6.99 }, { kind: 'coupon', amount: -1.4 }, { kind: 'tax', amount: 1.06 }],
      total: 6.65,
      afterwards: { amount: 8.32 },
    });
    await buy(customer, { coupon: code });
    expect((await readReceipts(customer))[0]).toMatchObject({
      totalCents: 665,
      lines: [{ amount: 6.99 }, { amount: -1.4 }],
      tax: { amount: 1.06 },
    });

    // Nothing of it is used, so that all of it is credited: 5.59 and its tax.
    const upgrade = await readQuote(customer, { plan_id: 3 });
    expect(upgrade).toMatchObject({
      lines: [{ amount: 19.99 }, { kind: 'credit', amount: -5.59 }, { kind: 'tax', amount: 2.74 }],
      total: 17.14,
    });
    const premium = await buy(customer, { plan: 3 });
    shop.paypal.makeRefund(premium.paymentId, 1714);
    await shop.event('paypal', premium.reference);
    const receipts = await readReceipts(customer);
    expect(receipts.map(({ totalCents }) => totalCents)).toEqual([665, 1714, -1714]);
    expect(receipts[2]).toMatchObject({ lines: [{ amount: -14.4 }], tax: { amount: -2.74, percent: 19 } });
  });

  test('is charged on the day on which a booked plan begins, and what it needs stays given until then', async () => {
    const customer = await customerFrom(shop, { country: 'DE' });
    const { startsAt, total } = await readQuote(customer);
    expect([typeof startsAt, total]).toEqual(['string', 8.32]);
    const reference = await shop.start(customer, 'paypal');
    shop.paypal.set(reference, 'active', 'ACTIVE');
    await shop.page(customer, reference);
    expect((await saveBillingDetails(shop, customer, {})).statusCode).toBe(400);
    shop.now = new Date(startsAt);
    shop.paypal.pay(reference);
    await shop.event('paypal', reference);
    expect(await readReceipts(customer)).toMatchObject([
      { totalCents: 832, lines: [{ label: 'Basic', amount: 6.99 }], tax: vat },
    ]);
  });

  test('stands beside the prices of plans for those who pay it', async () => {
    const noteFor = async (headers?: Record<string, string>) => {
      const answer = await shop.api.app.inject({
        url: '/api/subscription/plans',
        ...(headers && { headers }),
      });
      return answer.json().map(({ priceNote }: { priceNote: string | null }) => priceNote);
    };
    expect(await noteFor()).toEqual([null, 'plus tax, by country', 'plus tax, by country']);
    const german = await customerFrom(shop, { country: 'DE' });
    expect(await noteFor(german.headers)).toEqual([null, 'plus 19% VAT', 'plus 19% VAT']);
    expect(await noteFor((await customerFrom(shop, { country: 'FR' })).headers)).toEqual([null, null, null]);
  });

  test('is what the page of a payment was opened for: it closes when the country changes', async () => {
    const customer = await customerFrom(shop, { country: 'DE' });
    const reference = await shop.start(customer, 'razorpay');
    await saveBillingDetails(shop, customer, { country: 'DE', city: 'Ulm' });
    const readStatus = async () =>
      (await shop.db.checkout.findFirstOrThrow({ where: { providerReference: reference } })).status;
    expect(await readStatus()).toBe('open');
    await saveBillingDetails(shop, customer, { country: 'FR' });
    expect(await readStatus()).toBe('cancelled');
    const next = await shop.start(customer, 'razorpay');
    expect(shop.razorpay.entry(next).order.firstPeriodCents).toBe(699);
  });
});

test('a tax in the price is told, and changes no amount', async () => {
  await setTaxRates(shop.db, { country: 'DE', percent: 19, isIncluded: true });
  const customer = await customerFrom(shop, { country: 'DE' });
  const tax = { name: 'VAT', percent: 19, amount: 1.12, isAdded: false };
  expect(await readQuote(customer)).toMatchObject({ lines: [{ amount: 6.99 }], total: 6.99, tax });
  await buy(customer);
  expect(await readReceipts(customer)).toMatchObject([{ totalCents: 699, lines: [{ amount: 6.99 }], tax }]);
});

test('the country is asked for before paying where the tax depends on it, with the reason', async () => {
  const note = 'Export, not taxed.';
  await setTaxRates(shop.db, { country: 'DE', percent: 19 }, { country: '', percent: 0, note });
  const customer = await shop.api.signIn();
  expect(await readQuote(customer)).toMatchObject({ missing: 'country', taxNote: null });
  const url = '/api/subscription/billing-details';
  const { headers } = customer;
  expect((await shop.api.app.inject({ url, headers })).json().needs).toEqual({ country: true, state: false });
  const refused = await shop.post(customer, 'paypal/create', { plan_id: 2 });
  const reason = 'The tax depends on your country, so it is needed before you pay.';
  expect([refused.statusCode, refused.json().errors]).toEqual([400, { country: reason }]);

  await saveBillingDetails(shop, customer, { country: 'FR' });
  expect(await readQuote(customer)).toMatchObject({ missing: null, taxNote: note });
  await buy(customer);
  const taken = await saveBillingDetails(shop, customer, { city: 'Paris' });
  expect([taken.statusCode, taken.json().errors]).toEqual([400, { country: reason }]);
});

test('a company in another country owes the tax itself where the owner says so', async () => {
  const note = 'Reverse charge: the recipient owes the VAT.';
  await setTaxRates(shop.db, { country: 'DE', percent: 19, reverseChargeNote: note });
  const company = await customerFrom(shop, { country: 'DE', company: 'Northwind', taxId: 'DE812345678' });
  expect(await readQuote(company)).toMatchObject({
    lines: [{ amount: 6.99 }],
    total: 6.99,
    tax: { name: 'VAT', percent: 0, amount: 0 },
    taxNote: note,
  });
  await buy(company);
  expect(await readReceipts(company)).toMatchObject([
    { totalCents: 699, tax: { percent: 0, amount: 0 }, taxNote: note, buyer: { taxNumber: 'DE812345678' } },
  ]);
  const person = await customerFrom(shop, { country: 'DE' });
  expect(await readQuote(person)).toMatchObject({ total: 8.32, taxNote: null });
});

test('a rate counts from its day on, all other countries have one of their own, and a note stands on receipts', async () => {
  await setTaxRates(
    shop.db,
    { country: 'DE', percent: 19 },
    { country: 'DE', percent: 16, effectiveFrom: new Date('2026-12-01') },
    { country: '', percent: 0, note: 'Export, not taxed.' },
  );
  const german = await customerFrom(shop, { country: 'DE' });
  expect(await readQuote(german)).toMatchObject({ total: 8.32 });
  const { reference } = await buy(german);
  const american = await customerFrom(shop, { country: 'US' });
  expect(await readQuote(american)).toMatchObject({ total: 6.99, taxNote: 'Export, not taxed.' });
  shop.now = new Date('2026-12-21T10:00:00Z');
  // What PayPal charges was agreed; the tax in it is that of the day.
  shop.paypal.pay(reference);
  await shop.event('paypal', reference);
  expect((await readReceipts(german))[1]).toMatchObject({
    totalCents: 832,
    lines: [{ amount: 7.17 }],
    tax: { percent: 16, amount: 1.15 },
  });
  expect(await readQuote(await customerFrom(shop, { country: 'DE' }))).toMatchObject({ total: 8.11 });
});
