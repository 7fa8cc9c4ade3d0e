import { emptyBillingDetails as empty } from '@picksync/contracts';
import type { Job } from '@picksync/db';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeExport } from '../../people/data-exports/data-exports.ts';
import { type Shop, testShop } from '../../testing/payments.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await testShop();
});
afterAll(() => shop.close());

const url = '/api/subscription/billing-details';

const northwind = {
  name: 'Olivia Park',
  company: 'Northwind Trading GmbH',
  address: 'Lange Straße 12',
  postalCode: '10243',
  city: 'Berlin',
  region: '',
  country: 'DE',
  taxId: 'DE812345678',
};

type Who = { headers: Record<string, string> };

const noNeeds = { country: false, state: false };

const read = async ({ headers }: Who) => (await shop.api.app.inject({ url, headers })).json().details;
const save = ({ headers }: Who, details: object) =>
  shop.api.app.inject({ method: 'PATCH', url, headers, payload: { ...empty, ...details } });

test('shows and changes the billing details of the caller alone', async () => {
  expect((await shop.api.app.inject({ url })).json().code).toBe('unauthenticated');
  const [owner, stranger] = [await shop.api.signIn(), await shop.api.signIn()];
  expect(await read(owner)).toEqual(empty);
  expect((await save(owner, { ...northwind, taxId: 'de 812 345 678' })).json()).toEqual({
    details: northwind,
    needs: noNeeds,
  });
  expect(await read(owner)).toEqual(northwind);
  expect(await read(stranger)).toEqual(empty);
  await save(owner, { city: 'Ulm' });
  expect(await read(owner)).toEqual({ ...empty, city: 'Ulm' });
});

test('two edits of other fields at the same time are both kept, and one that does not fit the rest is refused', async () => {
  const owner = await shop.api.signIn();
  await save(owner, northwind);
  const change = async (payload: object) =>
    await shop.api.app.inject({ method: 'PATCH', url, headers: owner.headers, payload });
  await Promise.all([change({ address: 'Ringstraße 4' }), change({ company: 'Northwind SE' })]);
  const both = { ...northwind, address: 'Ringstraße 4', company: 'Northwind SE' };
  expect(await read(owner)).toEqual(both);
  const refused = await change({ taxId: 'DE 812 345' });
  expect([refused.statusCode, refused.json().errors]).toEqual([
    400,
    { taxId: 'A German VAT ID has 9 digits after DE.' },
  ]);
  expect(await read(owner)).toEqual(both);
});

test('says what is wrong with a field, and records the change without what it is', async () => {
  const owner = await shop.api.signIn();
  const refused = await save(owner, { ...northwind, taxId: 'DE 812 345' });
  expect(refused.statusCode).toBe(400);
  expect(refused.json().errors).toEqual({ taxId: 'A German VAT ID has 9 digits after DE.' });
  await save(owner, northwind);
  // Neither of these changes anything.
  await save(owner, northwind);
  await shop.api.app.inject({ method: 'PATCH', url, headers: owner.headers, payload: {} });
  const events = await shop.db.auditEvent.findMany({ where: { userId: owner.userId } });
  expect(events.map(({ action, details }) => [action, details])).toEqual([['billing_details_changed', {}]]);
});

test('receipts name the buyer of their day, and refunds the one of their payment', async () => {
  const customer = await shop.api.signIn();
  await save(customer, northwind);
  const reference = await shop.start(customer, 'paypal');
  const paymentId = shop.paypal.pay(reference);
  await shop.page(customer, reference);
  const receipts = () =>
    shop.db.receipt.findMany({ where: { userId: customer.userId }, orderBy: { number: 'asc' } });
  const [first] = await receipts();
  const buyer = {
    name: 'Olivia Park',
    company: 'Northwind Trading GmbH',
    address: ['Lange Straße 12', '10243 Berlin', 'Germany'],
    taxNumber: 'DE812345678',
  };
  expect(first?.content).toMatchObject({ buyer });

  await save(customer, { name: 'Omar Park', country: 'US', region: 'MA' });
  shop.paypal.makeRefund(paymentId, 699);
  await shop.event('paypal', reference);
  const [still, refund] = await receipts();
  expect(still).toEqual(first);
  expect(refund?.content).toMatchObject({ buyer, refundsNumber: first?.number });
});

test('a provider is told who buys when a payment is opened', async () => {
  const customer = await shop.api.signIn();
  await save(customer, { ...northwind, name: '' });
  const reference = await shop.start(customer, 'razorpay');
  expect(shop.razorpay.entry(reference).order.payer).toEqual({
    email: expect.stringContaining('@'),
    name: 'Northwind Trading GmbH',
    address: ['Lange Straße 12', '10243 Berlin', 'Germany'],
  });
});

test('a buyer without a name is called as the provider calls the payer, unless a company is given', async () => {
  const readBuyer = async (details: object) => {
    const customer = await shop.api.signIn();
    await save(customer, details);
    const reference = await shop.start(customer, 'paypal');
    shop.paypal.pay(reference);
    await shop.page(customer, reference);
    const receipt = await shop.db.receipt.findFirstOrThrow({ where: { userId: customer.userId } });
    return receipt.content;
  };
  expect(await readBuyer({ city: 'Ulm' })).toMatchObject({
    buyer: { name: 'Pay Er', company: null, address: ['Ulm'] },
  });
  expect(await readBuyer({ company: 'Northwind' })).toMatchObject({
    buyer: { name: null, company: 'Northwind' },
  });
});

test('billing details are in the export of the data, and go with the account', async () => {
  const owner = await shop.api.signIn();
  await save(owner, northwind);
  const { app } = shop.api;
  const { headers, userId } = owner;
  const { id } = (await app.inject({ method: 'POST', url: '/api/account/export', headers })).json();
  const job = { payload: { exportId: id }, isLastAttempt: false } as Job<'export-data'>;
  await writeExport(shop.api.context, job);
  const file = await app.inject({ url: `/api/account/exports/${id}/file`, headers });
  expect(file.json().billing_details).toMatchObject([{ name: 'Olivia Park', tax_id: 'DE812345678' }]);

  const { email } = await shop.db.user.findUniqueOrThrow({ where: { id: userId } });
  const payload = { email };
  const answer = await app.inject({ method: 'POST', url: '/api/account/delete', headers, payload });
  expect(answer.statusCode, answer.body).toBe(200);
  expect(await shop.db.billingDetails.count({ where: { userId } })).toBe(0);
});
