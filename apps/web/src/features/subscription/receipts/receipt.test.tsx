import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import type { Receipt } from '../../../api/subscription.queries.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { onTrial, subscriptionApi } from '../../../testing/subscriptions.ts';

const nobodyKnown = { name: null, company: null, address: [], email: null, taxNumber: null };

const includedVat = { name: 'VAT', percent: 20, amount: 0.93, isAdded: false, parts: [] };

function receipt(given: Partial<Receipt> = {}, content: Partial<Receipt['content']> = {}): Receipt {
  return {
    number: '2026-000412',
    kind: 'payment',
    issuedAt: '2026-11-21T12:00:00.000Z',
    planName: 'Basic',
    periodStart: '2026-11-21T12:00:00.000Z',
    periodEnd: '2026-12-21T12:00:00.000Z',
    paidWith: 'PayPal',
    total: 5.59,
    currency: 'USD',
    ...given,
    content: {
      planName: 'Basic',
      periodStart: '2026-11-21T12:00:00.000Z',
      periodEnd: '2026-12-21T12:00:00.000Z',
      lines: [
        { label: 'Basic', detail: '10 configurations', amount: 6.99 },
        { label: 'Coupon WELCOME20', detail: null, amount: -1.4 },
      ],
      tax: null,
      taxNote: null,
      seller: nobodyKnown,
      buyer: { ...nobodyKnown, email: 'office@northwind.example' },
      payment: {
        provider: 'paypal',
        paidAt: '2026-11-21T12:00:00.000Z',
        transactionId: '8XJ40215KT771903R',
        subscriptionId: 'I-BW452GLLEP1G',
      },
      refundsNumber: null,
      ...content,
    },
  };
}

const show = (shown: Receipt) => {
  const api = fakeApi({
    ...subscriptionApi(onTrial()),
    'GET /api/subscription/receipts/2026-000412': { body: shown },
  });
  return { api, ...renderApp('/subscription/receipts/2026-000412') };
};

test('a receipt has its number, what was paid to whom for what, and can be printed', async () => {
  const print = vi.fn();
  vi.stubGlobal('print', print);
  const seller = { ...nobodyKnown, name: 'Harborline', address: ['12 Quay Street'], taxNumber: 'IE1' };
  const buyer = {
    ...nobodyKnown,
    name: 'Olivia Park',
    company: 'Northwind Trading GmbH',
    address: ['Lange Straße 12', '10243 Berlin', 'Germany'],
    email: 'office@northwind.example',
    taxNumber: 'DE812345678',
  };
  show(receipt({}, { seller, buyer, tax: includedVat }));
  await screen.findByRole('heading', { name: '$5.59 paid' });
  for (const text of [
    'Receipt 2026-000412',
    'Harborline',
    'Tax ID IE1',
    'Olivia Park',
    'Northwind Trading GmbH',
    '10243 Berlin',
    'Tax ID DE812345678',
    'office@northwind.example',
    'Nov 21, 2026 to Dec 21, 2026',
    'Coupon WELCOME20',
    '−$1.40',
    'Includes 20% VAT',
    'PayPal transaction 8XJ40215KT771903R',
  ])
    screen.getByText(text);
  await userEvent.click(screen.getByRole('button', { name: 'Print' }));
  expect(print).toHaveBeenCalledTimes(1);
});

test('leaves out what is not known, and a refund names its receipt', async () => {
  show(receipt({ kind: 'refund', total: -5.59 }, { refundsNumber: '2026-000411' }));
  await screen.findByRole('heading', { name: '$5.59 refunded' });
  screen.getByText('Refund 2026-000412');
  screen.getByText('Refund of receipt 2026-000411');
  expect(screen.queryByText('Sold by')).toBeNull();
  expect(screen.queryByText(/tax/)).toBeNull();
});

test('a tax that is added stands between the lines and the total, in its parts, and a note below', async () => {
  const parts = [
    { name: 'CGST', percent: 9, amount: 0.63 },
    { name: 'SGST', percent: 9, amount: 0.63 },
  ];
  const tax = { name: 'CGST + SGST', percent: 18, amount: 1.26, isAdded: true, parts };
  show(receipt({ total: 8.25 }, { tax, taxNote: 'Place of supply: Karnataka.' }));
  await screen.findByText('Place of supply: Karnataka.');
  const rows = screen.getAllByRole('row').map(({ textContent }) => textContent);
  expect(rows.slice(-3)).toEqual(['CGST 9%$0.63', 'SGST 9%$0.63', 'Total$8.25']);
});

test('a reverse charge shows its rate of 0, and why', async () => {
  const tax = { ...includedVat, percent: 0, amount: 0 };
  show(receipt({}, { tax, taxNote: 'Reverse charge' }));
  await screen.findByText('Reverse charge');
  screen.getByRole('row', { name: 'VAT 0% $0.00' });
});

test('a receipt of somebody else cannot be told from one that is not there', async () => {
  fakeApi(subscriptionApi(onTrial()));
  renderApp('/subscription/receipts/2026-000001');
  await screen.findByText('This receipt could not be loaded, or it is not one of yours.');
  screen.getByRole('link', { name: 'Back to Subscription' });
});
