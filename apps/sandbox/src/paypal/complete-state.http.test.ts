import { expect, test } from 'vitest';
import { paypalClient } from '../testing/payments.ts';
import { startSandbox } from '../testing/sandbox.ts';
import { completePaypalState } from './complete-state.ts';

const at = Date.parse('2026-11-01T10:00:00Z');
const olderCycle = { totalCycles: 1, interval: { unit: 'MONTH', count: 1 } };
const cycles = [
  { ...olderCycle, tenure: 'TRIAL', sequence: 1, price: 0 },
  { ...olderCycle, tenure: 'REGULAR', sequence: 2, totalCycles: 0, price: 699 },
];

/** What the sandbox saved before it knew set-up fees, quantities, taxes and both versions of refunds. */
const older = {
  products: [{ id: 'PROD-1', name: 'Picksync', type: 'SERVICE', description: '', createdAt: at }],
  plans: [
    {
      id: 'P-1',
      productId: 'PROD-1',
      name: 'Basic',
      description: '',
      status: 'ACTIVE',
      cycles,
      currency: 'USD',
      failureThreshold: 3,
      createdAt: at,
      updatedAt: at,
    },
  ],
  subscriptions: [
    {
      id: 'I-1',
      approvalToken: 'BA-1',
      planId: 'P-1',
      customId: 'checkout-1',
      status: 'ACTIVE',
      statusNote: '',
      statusAt: at,
      currency: 'USD',
      cycles,
      isOverridden: false,
      subscriberEmail: 'ann@northwind.example',
      payer: null,
      brand: 'Picksync',
      returnUrl: 'https://app.example/back',
      cancelUrl: 'https://app.example/cancel',
      isActivatedOnApproval: true,
      startAt: at,
      createdAt: at,
      updatedAt: at,
      completedPeriods: 2,
      calendarPeriods: 2,
      nextBillingAt: Date.parse('2027-01-01T10:00:00Z'),
      aheadMs: 0,
      failedPayments: 0,
      lastFailure: null,
    },
  ],
  sales: [
    {
      id: 'SALE-1',
      subscriptionId: 'I-1',
      amount: 699,
      currency: 'USD',
      state: 'completed',
      at,
      refunds: [{ id: 'REFUND-1', kind: 'refund', amount: 100, at }],
    },
  ],
  requestIds: [],
  webhooks: [],
};

test('a state saved by an older version is shown, charged and refunded as before', async () => {
  const sandbox = await startSandbox();
  // @ts-expect-error An older version's state has another form.
  sandbox.state.payments.paypal = completePaypalState(older);
  await sandbox.call('POST', '/api/payments/I-1/renew', { body: {} });
  const { subscriptions } = paypalClient(sandbox);
  const { result } = await subscriptions.getSubscription({ id: 'I-1', fields: 'plan' });
  expect(result).toMatchObject({
    quantity: '1',
    subscriber: { emailAddress: 'ann@northwind.example' },
    billingInfo: {
      lastPayment: { amount: { value: '6.99' } },
      nextBillingTime: '2027-02-01T10:00:00Z',
      outstandingBalance: { value: '0.0' },
    },
    plan: {
      billingCycles: [{ tenureType: 'TRIAL' }, { pricingScheme: { fixedPrice: { value: '6.99' } } }],
      paymentPreferences: { paymentFailureThreshold: 3 },
    },
  });
  await sandbox.call('POST', '/api/payments/SALE-1/refund', { body: {} });
  expect((await sandbox.call('GET', '/api/payments')).body.movements).toContainEqual(
    expect.objectContaining({ of: 'SALE-1', kind: 'refund', amountCents: 599 }),
  );
  await sandbox.close();
});
