import { httpUrl } from '@picksync/process';
import * as z from 'zod';

const paypalHosts = { live: 'https://api-m.paypal.com', sandbox: 'https://api-m.sandbox.paypal.com' };
const razorpayHost = 'https://api.razorpay.com';

/** The settings of the payment providers. One without an id and a secret is not offered. */
export const paymentSettings = {
  PAYPAL_CLIENT_ID: z.string().optional(),
  PAYPAL_CLIENT_SECRET: z.string().optional(),
  PAYPAL_API_BASE: httpUrl().default(paypalHosts.live),
  PAYPAL_WEBHOOK_ID: z
    .string()
    .regex(/^\w{1,50}$/, 'is the id of the webhook at PayPal: letters and digits')
    .optional(),
  RAZORPAY_KEY_ID: z.string().optional(),
  RAZORPAY_KEY_SECRET: z.string().optional(),
  RAZORPAY_API_BASE: httpUrl().default(razorpayHost),
  RAZORPAY_WEBHOOK_SECRET: z.string().min(16, 'has at least 16 characters').optional(),
  PAYMENT_TIMEOUT_MS: z.coerce
    .number('is a number of milliseconds')
    .int()
    .min(1000, 'is at least 1000 milliseconds')
    .max(30_000, 'is at most 30000 milliseconds')
    .default(10_000),
};

const shape = z.object(paymentSettings);

/** Returns whether both providers are called at an address of their own, with real money or without. */
export function hasOwnAddresses(env: z.output<typeof shape>) {
  return {
    paypal: Object.values(paypalHosts).includes(env.PAYPAL_API_BASE),
    razorpay: env.RAZORPAY_API_BASE === razorpayHost,
  };
}

export type PaymentConfig = ReturnType<typeof toPaymentConfig>;

/** Returns the settings of each provider that is set up. */
export function toPaymentConfig(env: z.output<typeof shape>) {
  const timeoutMs = env.PAYMENT_TIMEOUT_MS;
  const { PAYPAL_CLIENT_ID: clientId, PAYPAL_CLIENT_SECRET: clientSecret } = env;
  const { RAZORPAY_KEY_ID: keyId, RAZORPAY_KEY_SECRET: keySecret } = env;
  const { PAYPAL_API_BASE: paypalBase, RAZORPAY_API_BASE: razorpayBase } = env;
  const { PAYPAL_WEBHOOK_ID: webhookId, RAZORPAY_WEBHOOK_SECRET: webhookSecret } = env;
  return {
    paypal:
      clientId && clientSecret
        ? { clientId, clientSecret, apiBase: paypalBase, webhookId, timeoutMs }
        : undefined,
    razorpay:
      keyId && keySecret ? { keyId, keySecret, apiBase: razorpayBase, webhookSecret, timeoutMs } : undefined,
  };
}
