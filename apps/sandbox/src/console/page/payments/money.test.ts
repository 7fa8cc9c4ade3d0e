import { expect, test } from 'vitest';
import { findAgreements } from './agreement.ts';
import { formatBalance, formatMoney } from './money.ts';

test('amounts have the digits of their currency', () => {
  expect([formatMoney(699, 'USD'), formatMoney(700, 'JPY'), formatMoney(5, 'EUR')]).toEqual([
    '$6.99',
    '¥700',
    '€0.05',
  ]);
});

test('the balance leaves out what failed or was taken back, and keeps currencies apart', () => {
  const paid = { provider: 'paypal', status: 'paid', currency: 'USD' } as const;
  const movement = { ...paid, id: '1', reference: 'I-1', of: null, at: '' };
  expect(
    formatBalance([
      { ...movement, kind: 'payment', amountCents: 1399 },
      { ...movement, kind: 'payment', amountCents: 1399, status: 'failed' },
      { ...movement, kind: 'refund', amountCents: 400 },
      { ...movement, kind: 'reversal', amountCents: 99 },
      { ...movement, kind: 'payment', amountCents: 300, currency: 'EUR' },
    ]),
  ).toBe('$9.00 and €3.00');
  expect(formatBalance([])).toBe('Nothing');
});

test('subscriptions and links stand in one list, newest first, with what each allows', () => {
  const agreed = { checkoutId: null, currency: 'USD', payer: null, payUrl: 'http://localhost/pay' };
  const subscription = {
    ...agreed,
    id: 'I-1',
    provider: 'paypal' as const,
    status: 'APPROVAL_PENDING' as const,
    planId: 'P-1',
    firstPeriodCents: 350,
    regularCents: 699,
    completedPeriods: 0,
    failedPayments: 0,
    nextBillingAt: null,
    createdAt: '2026-11-02T09:00:00.000Z',
  };
  const link = {
    ...agreed,
    id: 'plink_1',
    provider: 'razorpay' as const,
    status: 'paid' as const,
    amountCents: 699,
    paidCents: 699,
    expiresAt: '2026-11-09T10:00:00.000Z',
    createdAt: '2026-11-02T10:00:00.000Z',
  };
  const books = {
    plans: [{ id: 'P-1', name: 'Basic' }],
    subscriptions: [subscription],
    links: [link],
  };
  expect(findAgreements(books)).toMatchObject([
    { id: 'plink_1', price: '$6.99', status: 'paid', payUrl: null, hasTime: false },
    {
      id: 'I-1',
      title: 'Basic',
      price: '$3.50, then $6.99',
      status: 'approval pending',
      payUrl: 'http://localhost/pay',
      isCharged: false,
    },
  ]);
});
