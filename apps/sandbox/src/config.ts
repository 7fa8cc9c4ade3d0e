import { fileURLToPath } from 'node:url';
import * as z from 'zod';

function count(fallback: number) {
  return z.coerce.number().int().min(0).default(fallback);
}

/** A list whose parts are separated by commas. */
function list() {
  return z.string().default('').transform(splitList);
}

function splitList(text: string): string[] {
  return text.split(',').flatMap((part) => part.trim() || []);
}

const settings = z.object({
  /** The sandbox replaces outside services, so it must not run in production. */
  NODE_ENV: z
    .string()
    .refine((name) => name !== 'production', 'The sandbox is never part of a production start.')
    .optional(),
  HOST: z.string().default('127.0.0.1'),
  /**
   * Further host names it responds under besides `localhost` and `HOST`, such as `sandbox` between containers; separated
   * by commas.
   */
  HOSTS: list().transform((names) => names.map((name) => name.toLowerCase())),
  PORT: count(4010),
  /** The URL of the console in links to sheets. Default: localhost with the port. */
  SANDBOX_URL: z.url().optional(),
  /** The folder of the console as it was built. */
  CONSOLE_DIST: z
    .string()
    .min(1)
    .default(fileURLToPath(new URL('../dist', import.meta.url))),
  /** The file that keeps the state across restarts. Without it the state is in memory only. */
  DATA_FILE: z.string().min(1).optional(),
  CLIENT_ID: z.string().min(1).default('picksync-local'),
  /** The app's name on the page that asks for permission. */
  CLIENT_NAME: z.string().min(1).default('Picksync'),
  CLIENT_SECRET: z.string().min(1).default('sandbox-secret'),
  /** The app's registered redirect URL. Without it the URL in the request is accepted. */
  REDIRECT_URI: z.url().optional(),
  /** The app's registered redirect URLs at Google and Microsoft. Without them every URL of this machine is accepted. */
  SIGN_IN_REDIRECT_URIS: list(),
  /** Refuses callback URLs that Smartsheet refuses: plain http, other ports, private addresses. */
  PUBLIC_CALLBACKS_ONLY: z.stringbool().default(false),
  /** How long events are collected before a callback is sent. Smartsheet waits 60,000. */
  DELIVERY_DELAY_MS: count(0),
  /** How long an hour between two attempts of a callback takes here: 1,000 is 3,600 times as fast. */
  RETRY_HOUR_MS: count(1000),
  /** Time limit of a callback and of a challenge. */
  CALLBACK_TIMEOUT_MS: count(10_000),
  TOKEN_LIFETIME_SECONDS: count(604_799),
  /** Calls per token and minute. 0 means unlimited. */
  RATE_LIMIT: count(300),
  MAX_OPTIONS: count(500),
  MAX_OPTION_LENGTH: count(4000),
  MAX_ROWS_PER_CALL: count(500),
  PAYPAL_CLIENT_ID: z.string().min(1).default('picksync-local'),
  PAYPAL_CLIENT_SECRET: z.string().min(1).default('sandbox-paypal-secret'),
  /** The app's webhook at PayPal, as if it were registered there. Without an address events are kept, not sent. */
  PAYPAL_WEBHOOK_ID: z.string().min(1).default('SANDBOX0WEBHOOK01'),
  PAYPAL_WEBHOOK_URL: z.url().optional(),
  RAZORPAY_KEY_ID: z.string().min(1).default('rzp_test_local'),
  RAZORPAY_KEY_SECRET: z.string().min(1).default('sandbox-razorpay-secret'),
  RAZORPAY_WEBHOOK_SECRET: z.string().min(1).default('sandbox-razorpay-webhook-secret'),
  RAZORPAY_WEBHOOK_URL: z.url().optional(),
  /** Postmark's token of the app's server. Without it any token is accepted. */
  POSTMARK_SERVER_TOKEN: z.string().min(1).optional(),
  /** The sender signatures that are confirmed at Postmark: addresses, and domains with all their addresses. */
  POSTMARK_SENDERS: z
    .string()
    .default('picksync.example')
    .transform((text) => splitList(text.toLowerCase())),
  /** Where Postmark reports bounces and complaints, and the password of the user `postmark` there. */
  POSTMARK_WEBHOOK_URL: z.url().optional(),
  POSTMARK_WEBHOOK_PASSWORD: z.string().min(1).optional(),
  /** Whether editing a column's definition raises the sheet's version. Smartsheet's documentation does not say so. */
  COLUMN_EDITS_RAISE_VERSION: z.stringbool().default(false),
});

/** The sandbox's settings. Every one has a default for local use. */
export type Config = z.infer<typeof settings>;

/** Reads the settings from the environment. Throws one readable line per invalid setting. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = settings.safeParse(present);
  if (!parsed.success) throw new Error(z.prettifyError(parsed.error));
  return parsed.data;
}
