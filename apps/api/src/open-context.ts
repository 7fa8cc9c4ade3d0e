import { randomBytes, randomUUID } from 'node:crypto';
import {
  assertServerVersion,
  createSealer,
  openDatabase,
  openDatabaseClock,
  openMaintenance,
  openQueue,
  schemaVersion,
} from '@picksync/db';
import { createMeasures, createMetrics, watchProcess } from '@picksync/metrics';
import { createPostWebhook, currentTraceparent, openTracing, toBuildInfo } from '@picksync/process';
import { createOptionHashes, defaultLimits } from '@picksync/sync-engine';
import type { Logger } from 'pino';
import type { Context } from './base/context.ts';
import { createCookies } from './base/cookies.ts';
import { createKeyedHash } from './base/keyed-hash.ts';
import { createOfferedPlans } from './base/offered-plans.ts';
import { createPasswordStrength } from './base/passwords/password-strength.ts';
import { createPasswords } from './base/passwords/passwords.ts';
import type { PaymentConfig } from './base/payments/payment.settings.ts';
import { createDisputePages, createPaymentPages } from './base/payments/payment-pages.ts';
import type { PaymentProviders } from './base/payments/payment-provider.ts';
import { createRazorpayReturnCheck } from './base/payments/razorpay-return.ts';
import { createSendMailLater } from './base/send-mail-later.ts';
import { createSignInApps } from './base/sign-in-apps.ts';
import { createSmartsheet } from './base/smartsheet/smartsheet.ts';
import { createThrottles } from './base/throttles.ts';
import type { Config } from './config.ts';
import { createPostmarkMailer } from './mail/postmark.ts';
import { openLive } from './sync/live/live.ts';

/** What the context needs of the settings; the rest is for the server, and for the demo logins. */
export type ContextConfig = { mail: MailConfig } & Omit<
  Config,
  | 'mail'
  | 'port'
  | 'host'
  | 'webDist'
  | 'docsDist'
  | 'trustProxy'
  | 'logLevel'
  | 'demoPassword'
  | 'stopDelayMs'
  | 'metrics'
>;

type MailConfig = Omit<Config['mail'], 'webhookPassword'> & { webhookPassword?: string | undefined };

const jobGraceMs = 5000;

type Options = {
  config: ContextConfig;
  log: Logger;
  /** For tests; else the time is the database's. */
  now?: () => Date;
  /** For tests that have payment providers of their own. */
  paymentProviders?: PaymentProviders;
};

/**
 * Builds the context of the process, top to bottom, with what only its frame needs: the live updates and
 * `close`, which ends all of it.
 */
export async function openContext({ config, log, now: givenNow, paymentProviders }: Options) {
  const { payments } = config;
  const metrics = createMetrics({ process: 'api' });
  const measures = createMeasures(metrics);
  const build = toBuildInfo({ commit: config.commit, schema: schemaVersion() });
  const tracing = await openTracing({ endpoint: config.tracesEndpoint, process: 'api', ...build });
  const database = openDatabase({
    ...config.database,
    measures,
    onConnectionError: (err) => log.warn({ err }, 'a database connection broke'),
  });
  await assertServerVersion(database.pool);
  const db = database.prisma;
  const clock = await openDatabaseClock({ prisma: db });
  const now = givenNow ?? clock.now;
  const maintenance = await openMaintenance({ prisma: db, now, log });
  const queue = await openQueue({
    url: config.database.url,
    answerTimeoutMs: config.database.answerTimeoutMs,
    getTraceparent: currentTraceparent,
    measures,
    processName: 'api',
    rest: maintenance,
    onError: (err) => log.warn({ err }, 'the queue met a problem'),
  });
  const sealer = createSealer(config.sealingKeys);
  const keyedHash = createKeyedHash(config.secret, config.otherSecrets);
  const passwordStrength = createPasswordStrength();
  const watch = { log, metrics, tracing };
  const smartsheet = createSmartsheet({ ...config, settings: config.smartsheet, sealer, db, now, ...watch });

  const context: Context = {
    db,
    pool: database.pool,
    queue,
    maintenance,
    ...watch,
    now,
    newId: randomUUID,
    newSecret: () => randomBytes(32).toString('base64url'),
    randomBytes,
    keyedHash,
    sealer,
    getOptionHash: createOptionHashes(config.secret, config.otherSecrets),
    build,
    settings: toContextSettings(config),
    throttles: createThrottles({ ...config, pool: database.pool, keyedHash }),
    cookies: createCookies(config.publicOrigin),
    passwords: await createPasswords(),
    passwordStrength,
    smartsheet,
    payments: {
      providers: paymentProviders ?? (await createPaymentProviders(payments, { now })),
      getPaymentPage: createPaymentPages(payments),
      getDisputePage: createDisputePages(payments),
      isRazorpayReturn: createRazorpayReturnCheck(payments.razorpay?.keySecret),
    },
    offeredPlans: createOfferedPlans(db),
    sendMailLater: createSendMailLater(queue),
    mailer: createPostmarkMailer(config.mail),
    postWebhook: createPostWebhook({ targets: config.webhookTargets }),
  };
  const live = openLive({ db, databaseUrl: config.database.url, log, now, maintenance, metrics, measures });
  return {
    ...context,
    database,
    live,
    ...watchProcess({
      ...config,
      ...context,
      process: 'api',
      poolSize: config.database.poolSize,
      proofs: { live: live.proof },
      timeoutMs: config.healthTimeoutMs,
      currentKey: sealer.keyId,
    }),
    async close(): Promise<void> {
      await live.close();
      await queue.stop({ graceMs: jobGraceMs });
      await passwordStrength.close();
      await smartsheet.settle();
      clock.close();
      await database.close();
      await tracing.close();
    },
  };
}

function toContextSettings({ signIn, mail, maxOptions, ...config }: ContextConfig): Context['settings'] {
  const { publicOrigin, supportEmail, seller, legalDir, sessionLimits, queueLimits, webhookTargets } = config;
  const { sandboxInbox, keyCallsPerMinute, healthTimeoutMs } = config;
  return {
    publicOrigin,
    supportEmail,
    seller,
    legalDir,
    sessionLimits,
    queueLimits,
    webhookTargets,
    sandboxInbox,
    keyCallsPerMinute,
    healthTimeoutMs,
    postmarkWebhookPassword: mail.webhookPassword,
    signInApps: createSignInApps(signIn),
    providerTimeoutMs: signIn.timeoutMs,
    optionLimits: { ...defaultLimits, maxOptions },
  };
}

/** Creates the payment providers that are set up here. One without its settings is neither offered nor loaded. */
export async function createPaymentProviders(
  { paypal, razorpay }: PaymentConfig,
  deps: { now: () => Date },
): Promise<PaymentProviders> {
  const providers: PaymentProviders = {};
  if (razorpay) {
    const { createRazorpayProvider } = await import('./billing/payments/razorpay/razorpay-provider.ts');
    providers.razorpay = createRazorpayProvider(razorpay, deps);
  }
  if (paypal) {
    const { createPaypalProvider } = await import('./billing/payments/paypal/paypal-provider.ts');
    providers.paypal = createPaypalProvider(paypal, deps);
  }
  return providers;
}
