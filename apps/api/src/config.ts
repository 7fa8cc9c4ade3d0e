import { isIP } from 'node:net';
import { sealingKeysSetting } from '@picksync/db';
import { metricsToken } from '@picksync/metrics';
import {
  assertGivenInProduction,
  assertSafeStart,
  callSourceConfig,
  callSourceSettings,
  commitSetting,
  count,
  databaseConfig,
  databaseSettings,
  healthTimeoutMs,
  httpOrigin,
  httpUrl,
  isAnythingReal,
  logLevel,
  port,
  readSettings,
  secretSettings,
  targetsSetting,
} from '@picksync/process';
import ipaddr from 'ipaddr.js';
import * as z from 'zod';
import { legalSettings } from './base/legal.settings.ts';
import { hasOwnAddresses, paymentSettings, toPaymentConfig } from './base/payments/payment.settings.ts';
import { assertSeller, sellerSettings, toSellerConfig } from './base/seller.settings.ts';
import { signInSettings, toSignInConfig } from './base/sign-in-apps.ts';

/**
 * Not a number of hops and not "all": either would let a client that reaches us directly choose its own address.
 * `direct`: something in front of us ends TLS and keeps the caller's address.
 */
const proxyAddresses = z.string().transform((value, context) => {
  if (value === 'false' || value === 'direct') return value;
  const addresses = value.split(',').map((address) => address.trim());
  if (!addresses.every(isProxyAddress))
    context.addIssue('is false, direct, or the addresses of your proxies, such as 10.0.0.0/8 or loopback');
  else if (addresses.reduce((sum, address) => sum + getAddressShare(address), 0) > mostOfInternet)
    context.addIssue('trusts so many addresses that callers could choose their own: name your proxies alone');
  else return addresses;
  return z.NEVER;
});

/** The largest share of the internet that may be trusted: four networks of the size of 10.0.0.0/8. */
const mostOfInternet = 1 / 64;

/** Returns how much of all IPv4 or all IPv6 addresses a network holds. */
function getAddressShare(network: string): number {
  const [address = '', length] = network.split('/');
  if (length === undefined || isIP(address) === 0) return 0;
  const [ip, bits] = ipaddr.parseCIDR(network);
  if (ip instanceof ipaddr.IPv4) return 2 ** -bits;
  // An IPv6 network may contain the IPv4-mapped addresses: then it trusts IPv4 callers too.
  const holdsIPv4 = ipaddr.IPv6.parse('::ffff:0:0').match(ip, Math.min(bits, 96));
  return holdsIPv4 ? 2 ** -Math.max(bits - 96, 0) : 2 ** -bits;
}

/** A name for some networks, or an address with or without the length of its network. A bare number is none. */
function isProxyAddress(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const [address = '', length, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return (
    length === undefined || (/^[1-9]\d{0,2}$/.test(length) && Number(length) <= (version === 4 ? 32 : 128))
  );
}

const perMinute = count('requests');

/** One user may make this many times the writes that one route allows, over all routes together. */
const routesOfUser = 3;

/**
 * Every setting of the API process, by its name in the environment. `.env.example` explains each of them to an
 * operator; a test keeps the two in step.
 */
export const settings = z.object({
  PORT: port(3000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: httpOrigin,
  WEB_DIST: z.string().optional(),
  DOCS_DIST: z.string().optional(),
  TRUST_PROXY: proxyAddresses.default('false'),
  HEALTH_TIMEOUT_MS: healthTimeoutMs,
  STOP_DELAY_MS: z.coerce.number('is a number of milliseconds').int().min(0).default(5000),
  COMMIT: commitSetting,
  METRICS_PORT: z.coerce.number('is a port number').int().min(0).max(65_535).optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  METRICS_TOKEN: metricsToken,
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl().optional(),
  LOG_LEVEL: logLevel,
  REQUESTS_PER_MINUTE: perMinute.default(600),
  WRITES_PER_MINUTE: perMinute.default(120),
  SIGN_INS_PER_MINUTE: perMinute.default(30),
  API_KEY_CALLS_PER_MINUTE: perMinute.default(300),
  MAILS_PER_HOUR: count('mails').default(10),
  CALLBACKS_PER_MINUTE: perMinute.default(60_000),
  QUEUE_LATE_SECONDS: count('seconds').default(60),
  URGENT_QUEUE_LATE_SECONDS: count('seconds').default(15),
  SESSION_IDLE_DAYS: count('days').default(30),
  SESSION_MAX_DAYS: count('days').default(90),
  SESSIONS_PER_PERSON: count('sessions').default(20),

  ...databaseSettings,
  SEALING_KEYS: sealingKeysSetting,
  ...secretSettings,

  SMARTSHEET_CLIENT_ID: z.string().optional(),
  SMARTSHEET_CLIENT_SECRET: z.string().optional(),
  SMARTSHEET_API_BASE: httpUrl().optional(),
  SMARTSHEET_AUTHORIZE_BASE: httpUrl().optional(),
  SMARTSHEET_CALLBACK_BASE: httpUrl().optional(),
  SMARTSHEET_MAX_OPTIONS: count('options').default(500),
  ...callSourceSettings,

  ...signInSettings,

  ...paymentSettings,

  OUTGOING_WEBHOOK_TARGETS: targetsSetting,

  DEMO_PASSWORD: z.string().optional(),

  POSTMARK_TOKEN: z.string('is the server token of Postmark'),
  POSTMARK_HOST: z
    .string()
    .transform((host) => (/^https?:/.test(host) ? host : `http://${host}`))
    .pipe(httpUrl('is a host, such as 127.0.0.1:4010'))
    .optional(),
  POSTMARK_WEBHOOK_PASSWORD: z.string().min(16, 'has at least 16 characters').optional(),
  SANDBOX_INBOX: httpUrl().optional(),
  MAIL_FROM: z
    .string()
    .regex(/^[^@\s]+@[^@\s]+$|<[^@\s]+@[^@\s]+>$/, 'is an email address, or Name <address>')
    .optional(),
  SUPPORT_EMAIL: z.email('is an email address').optional(),

  ...sellerSettings,
  ...legalSettings,
});

export type Config = ReturnType<typeof readConfig>;

/** Reads the settings of the API. Throws a `SettingsError` in one line. */
export function readConfig(environment: Record<string, string | undefined>) {
  const checked = settings
    .loose()
    .superRefine(assertCallersDiffer)
    .superRefine(assertPairs)
    .superRefine(assertNothingReal)
    .superRefine(assertSeller)
    .superRefine(assertMailIsSandboxed)
    .superRefine(assertSafeStart)
    .superRefine((env, context) => assertGivenInProduction(env, context, neededByPeople));
  return groupSettings(readSettings(checked, environment));
}

type Env = z.output<typeof settings>;

/** Without them users could not connect, nor answer a mail or find help. */
const neededByPeople = ['SMARTSHEET_CLIENT_ID', 'MAIL_FROM', 'SUPPORT_EMAIL'];

function report(context: z.RefinementCtx, name: keyof Env, message: string): void {
  context.addIssue({ code: 'custom', path: [name], message });
}

/**
 * The API serves plain HTTP, so an https address means a proxy in front of it. Unless we know the proxy, every request
 * seems to come from one address, and one caller uses up the limits of all.
 */
function assertCallersDiffer(env: Env, context: z.RefinementCtx): void {
  if (env.TRUST_PROXY !== 'false' || new URL(env.PUBLIC_URL).protocol !== 'https:') return;
  const message =
    'has to name the proxies behind an https PUBLIC_URL, such as 10.0.0.0/8 or loopback, or be direct where callers arrive with their own addresses';
  report(context, 'TRUST_PROXY', message);
}

/** Ids with their secrets, and what is of no use without both. */
const pairs = [
  { needed: ['SMARTSHEET_CLIENT_ID', 'SMARTSHEET_CLIENT_SECRET'] },
  { needed: ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'] },
  { needed: ['MICROSOFT_CLIENT_ID', 'MICROSOFT_CLIENT_SECRET'] },
  { needed: ['PAYPAL_CLIENT_ID', 'PAYPAL_CLIENT_SECRET'], webhook: 'PAYPAL_WEBHOOK_ID' },
  { needed: ['RAZORPAY_KEY_ID', 'RAZORPAY_KEY_SECRET'], webhook: 'RAZORPAY_WEBHOOK_SECRET' },
] as const;

/** With an id and no secret nobody could connect, and the first user who tries would be the first to notice. */
function assertPairs(env: Env, context: z.RefinementCtx): void {
  for (const { needed, ...rest } of pairs) {
    const given = [...needed, ...Object.values(rest)].filter((name) => env[name] !== undefined);
    if (given.length === 0) continue;
    for (const name of needed) {
      if (!given.includes(name)) report(context, name, 'is missing: an id and a secret belong together');
    }
  }
}

/**
 * A stand-in decides who signs in and who has paid, and demo logins, one of them an admin's, are printed at the start:
 * both are only for a start in which nothing is real.
 */
function assertNothingReal(env: Env, context: z.RefinementCtx): void {
  const hasStandIns = env.SMARTSHEET_API_BASE && env.POSTMARK_HOST;
  const { paypal, razorpay } = hasOwnAddresses(env);
  const isUnsafe = {
    DEMO_PASSWORD: env.DEMO_PASSWORD !== undefined && isAnythingReal(env),
    GOOGLE_API_BASE: !hasStandIns && env.GOOGLE_API_BASE !== undefined,
    MICROSOFT_API_BASE: !hasStandIns && env.MICROSOFT_API_BASE !== undefined,
    PAYPAL_API_BASE: !hasStandIns && !paypal,
    RAZORPAY_API_BASE: !hasStandIns && !razorpay,
  } satisfies Partial<Record<keyof Env, boolean>>;
  const message = 'is only for a start in which the sandbox stands in for every provider';
  for (const [name, isReported] of Object.entries(isUnsafe)) {
    if (isReported) report(context, name as keyof typeof isUnsafe, message);
  }
}

/** The page shows everybody's mails, so it may exist only where no mail goes to a real person. */
function assertMailIsSandboxed(env: Env, context: z.RefinementCtx): void {
  if (env.SANDBOX_INBOX === undefined || env.POSTMARK_HOST) return;
  const message = 'is only for a start in which the sandbox stands in for the mail provider';
  report(context, 'SANDBOX_INBOX', message);
}

function groupSettings(env: Env) {
  return {
    port: env.PORT,
    host: env.HOST,
    publicOrigin: env.PUBLIC_URL,
    webDist: env.WEB_DIST,
    docsDist: env.DOCS_DIST,
    trustProxy: Array.isArray(env.TRUST_PROXY) ? env.TRUST_PROXY : (false as const),
    logLevel: env.LOG_LEVEL,
    healthTimeoutMs: env.HEALTH_TIMEOUT_MS,
    stopDelayMs: env.STOP_DELAY_MS,
    commit: env.COMMIT,
    tracesEndpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT,
    metrics: { port: env.METRICS_PORT, host: env.METRICS_HOST, token: env.METRICS_TOKEN },
    requestsPerMinute: {
      reads: env.REQUESTS_PER_MINUTE,
      writes: env.WRITES_PER_MINUTE,
      userWrites: routesOfUser * env.WRITES_PER_MINUTE,
      signIns: env.SIGN_INS_PER_MINUTE,
      callbacks: env.CALLBACKS_PER_MINUTE,
    },
    database: databaseConfig(env),
    sealingKeys: env.SEALING_KEYS,
    secret: env.SECRET,
    otherSecrets: env.OTHER_SECRETS,
    demoPassword: env.DEMO_PASSWORD,
    signIn: toSignInConfig(env),
    payments: toPaymentConfig(env),
    smartsheet: {
      clientId: env.SMARTSHEET_CLIENT_ID,
      clientSecret: env.SMARTSHEET_CLIENT_SECRET,
      apiBase: env.SMARTSHEET_API_BASE,
      authorizeBase: env.SMARTSHEET_AUTHORIZE_BASE,
      callbackBase: env.SMARTSHEET_CALLBACK_BASE,
      source: callSourceConfig(env),
    },
    maxOptions: env.SMARTSHEET_MAX_OPTIONS,
    mail: {
      token: env.POSTMARK_TOKEN,
      host: env.POSTMARK_HOST,
      from: env.MAIL_FROM ?? 'Picksync <no-reply@picksync.example>',
      webhookPassword: env.POSTMARK_WEBHOOK_PASSWORD,
    },
    supportEmail: env.SUPPORT_EMAIL ?? 'support@picksync.example',
    seller: toSellerConfig(env),
    legalDir: env.LEGAL_DIR,
    mailsPerHour: env.MAILS_PER_HOUR,
    queueLimits: { usual: env.QUEUE_LATE_SECONDS, urgent: env.URGENT_QUEUE_LATE_SECONDS },
    webhookTargets: env.OUTGOING_WEBHOOK_TARGETS,
    keyCallsPerMinute: env.API_KEY_CALLS_PER_MINUTE,
    sessionLimits: {
      idleDays: env.SESSION_IDLE_DAYS,
      maxDays: env.SESSION_MAX_DAYS,
      perPerson: env.SESSIONS_PER_PERSON,
    },
    sandboxInbox: env.SANDBOX_INBOX,
  };
}
