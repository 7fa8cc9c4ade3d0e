import { randomBytes, randomUUID } from 'node:crypto';
import { openDatabase, openDatabaseClock, openQueue } from '@picksync/db';
import { createOptionHashes, defaultLimits } from '@picksync/sync-engine';
import type { Logger } from 'pino';
import { createPaymentServices } from './billing/billing.services.ts';
import type { PaymentProviders } from './billing/payments/payment-provider.ts';
import type { Config } from './config.ts';
import { createMail, type MailSettings } from './mail/mail.ts';
import { createAccountServices } from './people/people.services.ts';
import { createConnectionDeps } from './sync/connection/connection-deps.ts';
import { openLive } from './sync/live/live.ts';
import { createHealth } from './system/health/health.ts';

export type Services = Awaited<ReturnType<typeof buildServices>>;

export type ServiceSettings = { mail: MailSettings } & Pick<
  Config,
  | 'database'
  | 'healthTimeoutMs'
  | 'keyCallsPerMinute'
  | 'mailsPerHour'
  | 'maxOptions'
  | 'payments'
  | 'publicOrigin'
  | 'queueLimits'
  | 'sandboxInbox'
  | 'sealingKeys'
  | 'seller'
  | 'secret'
  | 'sessionLimits'
  | 'signIn'
  | 'smartsheet'
  | 'webhookTargets'
  | 'supportEmail'
>;

const jobGraceMs = 5000;

/** Builds everything the modules and jobs need, once, top to bottom. Each takes what it names. */
export async function buildServices({
  config,
  log,
  now: givenNow,
  paymentProviders,
}: {
  config: ServiceSettings;
  log: Logger;
  /** For tests; else the time is the database's. */
  now?: () => Date;
  /** For tests that have payment providers of their own. */
  paymentProviders?: PaymentProviders;
}) {
  const database = openDatabase({
    ...config.database,
    onConnectionError: (err) => log.warn({ err }, 'a database connection broke'),
  });
  const db = database.prisma;
  const queue = await openQueue({
    url: config.database.url,
    answerTimeoutMs: config.database.answerTimeoutMs,
    onError: (err) => log.warn({ err }, 'the queue met a problem'),
  });
  const clock = await openDatabaseClock({ prisma: db });
  const now = givenNow ?? clock.now;
  const connectionDeps = createConnectionDeps({ ...config, settings: config.smartsheet, db, now });
  const account = await createAccountServices({ config, database, now });

  const live = openLive({ db, databaseUrl: config.database.url, log, now });

  return {
    ...account,
    ...createMail({ settings: config.mail, queue }),
    ...connectionDeps,
    ...createPaymentServices({ config, db, now, paymentProviders }),
    seller: config.seller,
    log,
    database,
    live,
    queue,
    newId: randomUUID,
    optionLimits: { ...defaultLimits, maxOptions: config.maxOptions },
    optionHashOf: createOptionHashes(config.secret),
    randomBytes,
    webhookTargets: config.webhookTargets,
    queueLimits: config.queueLimits,
    sandboxInbox: config.sandboxInbox,
    health: createHealth(db, { timeoutMs: config.healthTimeoutMs }),
    async close(): Promise<void> {
      await live.close();
      await queue.stop({ graceMs: jobGraceMs });
      await account.passwordStrength.close();
      await connectionDeps.settleAccounts();
      clock.close();
      await database.close();
    },
  };
}
