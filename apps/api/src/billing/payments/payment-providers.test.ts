import { expect, test } from 'vitest';
import { createPaymentProviders } from '../../open-context.ts';

const now = () => new Date('2026-11-22T08:00:00Z');
const timeoutMs = 1000;
const paypal = {
  clientId: 'id',
  clientSecret: 'secret',
  apiBase: 'https://paypal.example',
  webhookId: 'W1',
  timeoutMs,
};
const razorpay = {
  keyId: 'id',
  keySecret: 'secret',
  apiBase: 'https://razorpay.example',
  webhookSecret: undefined,
  timeoutMs,
};

test.each([
  [{ paypal, razorpay }, ['razorpay', 'paypal']],
  [{ paypal, razorpay: undefined }, ['paypal']],
  [{ paypal: undefined, razorpay }, ['razorpay']],
  [{ paypal: undefined, razorpay: undefined }, []],
])('the providers that are set up are offered, Razorpay first (%#)', async (config, expected) => {
  const providers = await createPaymentProviders(config, { now });
  expect(Object.keys(providers)).toEqual(expected);
  expect(Object.values(providers).map(({ name }) => name)).toEqual(expected);
});
