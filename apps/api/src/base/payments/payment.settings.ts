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

type Settings = z.output<typeof shape> & { SMARTSHEET_API_BASE?: unknown; POSTMARK_HOST?: unknown };

/** Settings that belong together: each needs the others of its line, and the webhook needs them too. */
const sets = [
  { needed: ['PAYPAL_CLIENT_ID', 'PAYPAL_CLIENT_SECRET'], webhook: 'PAYPAL_WEBHOOK_ID' },
  { needed: ['RAZORPAY_KEY_ID', 'RAZORPAY_KEY_SECRET'], webhook: 'RAZORPAY_WEBHOOK_SECRET' },
] as const;

/**
 * Checks that id and secret come together, and that the provider's address is its real one: a stand-in decides who has
 * paid, so it is only for a start in which nothing is real.
 */
export function assertPaymentProviders(env: Settings, context: z.RefinementCtx): void {
  const report = (path: string, message: string) =>
    context.addIssue({ code: 'custom', path: [path], message });
  for (const { needed, webhook } of sets) {
    const isBegun = [...needed, webhook].some((name) => env[name] !== undefined);
    for (const name of needed) {
      if (isBegun && env[name] === undefined) report(name, 'is missing: an id and a secret belong together');
    }
  }
  if (env.SMARTSHEET_API_BASE && env.POSTMARK_HOST) return;
  const message = 'is only for a start in which the sandbox stands in for every provider';
  if (!Object.values(paypalHosts).includes(env.PAYPAL_API_BASE)) report('PAYPAL_API_BASE', message);
  if (env.RAZORPAY_API_BASE !== razorpayHost) report('RAZORPAY_API_BASE', message);
}

export type PaymentConfig = ReturnType<typeof paymentConfig>;

/** Returns the settings of each provider that is set up. */
export function paymentConfig(env: z.output<typeof shape>) {
  const timeoutMs = env.PAYMENT_TIMEOUT_MS;
  const { PAYPAL_CLIENT_ID: clientId, PAYPAL_CLIENT_SECRET: clientSecret } = env;
  const { RAZORPAY_KEY_ID: keyId, RAZORPAY_KEY_SECRET: keySecret } = env;
  return {
    paypal:
      clientId && clientSecret
        ? {
            clientId,
            clientSecret,
            apiBase: env.PAYPAL_API_BASE,
            webhookId: env.PAYPAL_WEBHOOK_ID,
            timeoutMs,
          }
        : undefined,
    razorpay:
      keyId && keySecret
        ? {
            keyId,
            keySecret,
            apiBase: env.RAZORPAY_API_BASE,
            webhookSecret: env.RAZORPAY_WEBHOOK_SECRET,
            timeoutMs,
          }
        : undefined,
  };
}
