import { expect, test } from 'vitest';
import type { PaymentProviders } from '../../base/payments/payment-provider.ts';
import { ProviderError } from './provider-error.ts';

const getKind = (error: unknown) => (error instanceof ProviderError ? error.kind : undefined);

test('an error says what was done, by whom, and how it went', () => {
  const error = new ProviderError({
    provider: 'paypal',
    kind: 'refused',
    call: 'cancel',
    status: 422,
    code: 'SUBSCRIPTION_STATUS_INVALID',
  });
  expect(error.message).toBe('paypal cancel refused 422 SUBSCRIPTION_STATUS_INVALID');
  expect(error).toMatchObject({ status: 422, code: 'SUBSCRIPTION_STATUS_INVALID', retryAfterSeconds: null });
  expect(getKind(error)).toBe('refused');
});

test.each(['somebody@example.com', 'a sentence about you', 'x'.repeat(81), ''])(
  'a code that is none is left out: %s',
  (code) => {
    const error = new ProviderError({ provider: 'razorpay', kind: 'unknown', call: 'fetch', code });
    expect(error.code).toBeNull();
    expect(error.message).toBe('razorpay fetch unknown');
  },
);

test('a provider that is not set up is not there', async () => {
  const refuse = async () => {
    throw new ProviderError({ provider: 'razorpay', kind: 'credentials', call: 'fetch' });
  };
  const nothing = async () => {};
  const providers: PaymentProviders = {
    razorpay: {
      name: 'razorpay',
      leastCents: () => 100,
      open: refuse,
      fetch: refuse,
      suspend: nothing,
      resume: nothing,
      cancel: nothing,
      refund: async () => ({ totalCents: null, wasWhole: false, pendingId: null }),
      trace: async () => null,
      readDispute: async () => null,
      listOpenDisputes: async () => [],
      verifyEvent: async () => null,
    },
  };
  expect(providers.paypal).toBeUndefined();
  await expect(providers.razorpay?.fetch('plink_1')).rejects.toThrow('razorpay fetch credentials');
});
