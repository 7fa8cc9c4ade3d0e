import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';

import { createSealer, openAdvisoryLocks, openDatabase, openDatabaseClock, openQueue } from '@picksync/db';
import { createSmartsheetAccounts } from '@picksync/smartsheet-account';
import { type Sleep, smartsheetSite } from '@picksync/smartsheet-client';
import { createOptionHashes, defaultLimits } from '@picksync/sync-engine';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { createPostWebhook } from './jobs/outgoing/post-webhook.ts';
import { createConnectionLock } from './smartsheet/connection-lock.ts';
import { createOpenClient } from './smartsheet/open-client.ts';

const sleep: Sleep = (ms, signal) => wait(ms, undefined, { signal });

/** How long jobs may go on after a shutdown begins; other workers take over what is not done by then. */
const graceMs = 10_000;

/** How many receivers of outgoing webhooks are sent to at once. Such a job mostly waits. */
const webhookConcurrency = 16;

/** Builds everything the jobs need, once, top to bottom. */
export async function buildServices({
  config,
  log,
  now: givenNow,
}: {
  config: Config;
  log: Logger;
  /** For tests; else the time is the database's. */
  now?: () => Date;
}) {
  const { url } = config.database;
  const sealer = createSealer(config.sealingKeys);
  const database = openDatabase({
    ...config.database,
    onConnectionError: (err) => log.warn({ err }, 'a database connection broke'),
  });
  const { prisma, pool } = database;
  const queue = await openQueue({
    url,
    answerTimeoutMs: config.database.answerTimeoutMs,
    // The administrators' page counts workers by this name.
    processName: `sync-worker ${randomUUID()}`,
    // Adds to the time until the job of a worker that died is taken over.
    pollSeconds: 1,
    onError: (err) => log.warn({ err }, 'the queue met a problem'),
  });
  const clock = await openDatabaseClock({ prisma });
  const now = givenNow ?? clock.now;
  const locks = openAdvisoryLocks({ url });
  const { credentials, apiBase, callbackBase, maxOptions, source } = config.smartsheet;
  const random = Math.random;
  const accounts = createSmartsheetAccounts({
    prisma,
    sealer,
    credentials,
    siteOf: (region) => smartsheetSite({ region, source, overrides: { apiBase } }),
    now,
    random,
    sleep,
  });
  let stopping = false;

  return {
    log,
    prisma,
    pool,
    queue,
    sealer,
    now,
    random,
    sleep,
    callbacks: { base: callbackBase, isStandIn: apiBase !== undefined },
    limits: { ...defaultLimits, maxOptions },
    hashOf: createOptionHashes(config.secret),
    openClient: createOpenClient(accounts.openAccount),
    prepayAccounts: accounts.prepayAccounts,
    withConnectionLock: createConnectionLock({ locks, sleep, now }),
    postWebhook: createPostWebhook({ targets: config.webhookTargets }),
    webhookConcurrency,
    syncConcurrency: config.syncConcurrency,
    sweepConcurrency: config.sweepConcurrency,
    isStopping: () => stopping,
    endRetiredAccount: accounts.endRetiredAccount,
    health: {
      timeoutMs: config.healthTimeoutMs,
      checks: {
        database: () => prisma.$queryRaw`SELECT 1`,
        queue: () => prisma.$queryRaw`SELECT version FROM pgboss.version`,
      },
      running: () => queue.running(),
      isStopping: () => stopping,
    },
    /** Takes no more work, finishes or defers what is begun, and closes. */
    async close(): Promise<void> {
      stopping = true;
      await queue.stop({ graceMs });
      // The locks are released first, so that others can go on at once; a token refresh that has begun is finished
      // here.
      await locks.close();
      await accounts.settle();
      clock.close();
      await database.close();
    },
  };
}
