import type { Buffer } from 'node:buffer';
import type { Database, Db, Maintenance, PrismaClient, Queue, Sealer } from '@picksync/db';
import type { Metrics } from '@picksync/metrics';
import type { BuildInfo, PostWebhook, Tracing } from '@picksync/process';
import type { OptionHash, OptionLimits } from '@picksync/sync-engine';
import type { Logger } from 'pino';
import type { Cookies } from './cookies.ts';
import type { KeyedHash } from './keyed-hash.ts';
import type { Mailer } from './mailer.ts';
import type { OfferedPlansReader } from './offered-plans.ts';
import type { PasswordStrength } from './passwords/password-strength.ts';
import type { Passwords } from './passwords/passwords.ts';
import type { DisputePages, PaymentPages } from './payments/payment-pages.ts';
import type { PaymentProviders } from './payments/payment-provider.ts';
import type { RazorpayReturn } from './payments/razorpay-return.ts';
import type { Seller } from './seller.settings.ts';
import type { SendMailLater } from './send-mail-later.ts';
import type { SignInApp } from './sign-in-apps.ts';
import type { Smartsheet } from './smartsheet/smartsheet.ts';
import type { Throttles } from './throttles.ts';

/**
 * What is built once per process. Rules take it first; pure functions take exactly what they need.
 */
export type Context = {
  /** The database. A rule that runs in a transaction of its caller takes that as `tx` beside it. */
  db: PrismaClient;
  /** The connections of the same database, for the few statements that do not go through Prisma. */
  pool: Database['pool'];
  /** The queues, for jobs that are enqueued in the transaction that made them necessary. */
  queue: Queue;
  /** Whether nothing can be changed, and what is announced of it. */
  maintenance: Maintenance;
  /** The log of the process, which masks secrets. */
  log: Logger;
  /** What is counted and measured, for those who operate the installation. */
  metrics: Metrics;
  /** Exports the steps of traces, where a collector is set. */
  tracing: Tracing;
  /** The time, by the clock of the database. */
  now: () => Date;
  newId: () => string;
  /** A new secret: 256 random bits as text. */
  newSecret: () => string;
  randomBytes: (size: number) => Buffer;
  /** Hashes a value for one purpose with the key of the installation. */
  keyedHash: KeyedHash;
  /** Seals what has to be read again: tokens and secrets. */
  sealer: Sealer;
  /** The hash of option texts of one automation. */
  getOptionHash: (automationId: string) => OptionHash;
  /** What tells this build from others. */
  build: BuildInfo;
  /** What a deployment decides. */
  settings: Settings;
  /** The limits on what one person may try. */
  throttles: Throttles;
  /** The cookies of the installation. */
  cookies: Cookies;
  /** Hashes and checks passwords, a few at a time. */
  passwords: Passwords;
  /** Judges how hard a password is to guess. */
  passwordStrength: Pick<PasswordStrength, 'assertNotGuessable' | 'judge'>;
  /** Smartsheet: the registered app, and clients of connections. */
  smartsheet: Smartsheet;
  /** The payment providers that are set up here, and their pages. */
  payments: {
    providers: PaymentProviders;
    getPaymentPage: PaymentPages;
    getDisputePage: DisputePages;
    /** Whether Razorpay signed the parameters of a return address. */
    isRazorpayReturn: (parameters: RazorpayReturn) => boolean;
  };
  /** The three plans as everybody sees them, cached. */
  offeredPlans: OfferedPlansReader;
  /** Enqueues a mail. */
  sendMailLater: SendMailLater;
  /** The mail provider, for the job that sends. */
  mailer: Mailer;
  /** Posts to an address that a user has entered, if it may be called. */
  postWebhook: PostWebhook;
};

/** A context whose `db` may be the transaction of the caller. */
export type TxContext = Omit<Context, 'db'> & { db: Db };

export type Settings = {
  publicOrigin: string;
  supportEmail: string;
  seller: Seller;
  /** The folder with the deployment's own legal texts. */
  legalDir: string | undefined;
  sessionLimits: SessionLimits;
  /** After how many seconds a job that waits counts as late. */
  queueLimits: { usual: number; urgent: number };
  /** Which addresses outgoing webhooks may have. */
  webhookTargets: 'public' | 'anywhere';
  /** The page with the mails, where the sandbox keeps them. */
  sandboxInbox: string | undefined;
  postmarkWebhookPassword: string | undefined;
  /** The providers that somebody can sign in with. */
  signInApps: SignInApp[];
  /** How long a sign-in provider may take to answer. */
  providerTimeoutMs: number;
  keyCallsPerMinute: number;
  healthTimeoutMs: number;
  optionLimits: OptionLimits;
};

export type SessionLimits = {
  /** A session ends after this long without use … */
  idleDays: number;
  /** … and this long after the sign-in, however much it is used. */
  maxDays: number;
  /** How many one person may have. The one that was not used for longest makes room. */
  perPerson: number;
};
