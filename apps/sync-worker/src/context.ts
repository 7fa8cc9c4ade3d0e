import { setTimeout as wait } from 'node:timers/promises';
import {
  type AdvisoryLocks,
  assertServerVersion,
  createSealer,
  type Database,
  type Maintenance,
  openAdvisoryLocks,
  openDatabase,
  openDatabaseClock,
  openMaintenance,
  openQueue,
  type PrismaClient,
  type Queue,
  type Sealer,
  type SmartsheetConnection,
  schemaVersion,
} from '@picksync/db';
import { createMeasures, createMetrics, type Metrics, measureCalls } from '@picksync/metrics';
import {
  type BuildInfo,
  createPostWebhook,
  currentTraceparent,
  openTracing,
  type PostWebhook,
  type Tracing,
  toBuildInfo,
} from '@picksync/process';
import {
  createSmartsheetAccounts,
  forJobs,
  type SmartsheetAccounts,
  type TakePrepaidToken,
} from '@picksync/smartsheet-account';
import {
  type CallbackSite,
  type RetryPolicy,
  type Sleep,
  type SmartsheetCall,
  type SmartsheetClient,
  smartsheetSite,
} from '@picksync/smartsheet-client';
import { createOptionHashes, defaultLimits, type OptionHash, type OptionLimits } from '@picksync/sync-engine';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { createConnectionLock, type WithConnectionLock } from './connections/connection-lock.ts';

/** What the jobs of this process work with: built once by `openContext`, and passed first. */
export type Context = {
  log: Logger;
  prisma: PrismaClient;
  /** The pool that Prisma draws from, for the few statements that are better written by hand. */
  pool: Database['pool'];
  queue: Queue;
  /** Whether no new work may begin. */
  maintenance: Maintenance;
  /** What is counted and measured, for those who operate the installation. */
  metrics: Metrics;
  /** Exports the steps of traces, where a collector is set. */
  tracing: Tracing;
  /** Seals and opens secrets in the database. */
  sealer: Sealer;
  /** The time of the database, which all processes agree on. */
  now: () => Date;
  /** From 0 to 1: spreads retries, and picks the sheets to ask for when there are too many. */
  random: () => number;
  sleep: Sleep;
  /** The Smartsheet accounts of users, with their tokens and call budgets. */
  accounts: SmartsheetAccounts;
  /** Opens the account of a connection for a job. Jobs do not wait for the budget, and leave part of it to people. */
  openClient: OpenClient;
  /** Runs work on a connection that no other worker may work on meanwhile. */
  withConnectionLock: WithConnectionLock;
  /** Returns the keyed hashes of an automation, by its id. */
  getOptionHash: (automationId: string) => OptionHash;
  /** Posts to the address of an outgoing webhook. */
  postWebhook: PostWebhook;
  settings: WorkerSettings;
  /** Whether this process is shutting down. */
  isStopping: () => boolean;
};

export type StatusChecks = {
  /** Where the website and the API are asked. */
  site: string;
  /** Where the payment providers are asked that are set up here. */
  payments: string[];
  /** How long after it has not answered an address is asked once more. */
  againAfterMs: number;
};

type WorkerSettings = {
  /** What a dropdown of Smartsheet can hold. */
  limits: OptionLimits;
  /** Where Smartsheet sends its callbacks. */
  callbacks: CallbackSite;
  /** Connections synced at once. */
  syncConcurrency: number;
  /** Connections swept at once. */
  sweepConcurrency: number;
  /** What is asked for the status page. */
  statusChecks: StatusChecks;
};

export type OpenClient = (input: {
  connection: Pick<SmartsheetConnection, 'id' | 'region' | 'accountId'>;
  /** Called right before each call is sent; what it throws stops the call. */
  beforeCall?: (() => void) | undefined;
  /** Called for every call that was made. */
  onCall?: (call: SmartsheetCall) => void;
  /** Returns the token for calls that were taken from the budget in advance. */
  takePrepaidToken?: TakePrepaidToken | undefined;
  /** Fewer tries than usual. */
  retry?: RetryPolicy;
}) => SmartsheetClient;

/** How long jobs may go on after a shutdown begins; other workers take over what is not done by then. */
const graceMs = 10_000;

const random = Math.random;
const sleep: Sleep = (ms, signal) => wait(ms, undefined, { signal });

type Options = {
  config: Config;
  log: Logger;
  /** For tests; else the time is the database's. */
  now?: () => Date;
};

type OpenContext = {
  context: Context;
  build: BuildInfo;
  locks: Pick<AdvisoryLocks, 'isOpen'>;
  close: () => Promise<void>;
};

/** Opens the database, the queue and everything else that jobs need, top to bottom. */
export async function openContext({ config, log, now: givenNow }: Options): Promise<OpenContext> {
  const { database: databaseOptions, smartsheet } = config;
  const { url, answerTimeoutMs } = databaseOptions;
  const metrics = createMetrics({ process: 'sync-worker' });
  const measures = createMeasures(metrics);
  const build = toBuildInfo({ commit: config.commit, schema: schemaVersion() });
  const tracing = await openTracing({ endpoint: config.tracesEndpoint, process: 'sync-worker', ...build });
  const database = openDatabase({
    ...databaseOptions,
    measures,
    onConnectionError: (err) => log.warn({ err }, 'a database connection broke'),
  });
  const { prisma, pool } = database;
  await assertServerVersion(pool);
  const clock = await openDatabaseClock({ prisma });
  const now = givenNow ?? clock.now;
  const maintenance = await openMaintenance({ prisma, now, log });
  const queue = await openQueue({
    url,
    answerTimeoutMs,
    getTraceparent: currentTraceparent,
    measures,
    // The administrators' page counts workers by this name.
    processName: 'sync-worker',
    // Adds to the time until the job of a worker that died is taken over.
    pollSeconds: 1,
    rest: maintenance,
    also: maintenance.heard,
    onError: (err) => log.warn({ err }, 'the queue met a problem'),
  });
  const locks = openAdvisoryLocks({ url });
  const { apiBase } = smartsheet;
  const sealer = createSealer(config.sealingKeys);
  const accounts = createSmartsheetAccounts({
    prisma,
    sealer,
    credentials: smartsheet.credentials,
    toSite: (region) => smartsheetSite({ region, source: smartsheet.source, overrides: { apiBase } }),
    now,
    random,
    sleep,
    onCallIn: measureCalls({ metrics, log, tracing }),
    onRefresh: (outcome) => metrics.count('picksync_token_refreshes_total', { outcome }),
  });
  let isStopping = false;
  const context: Context = {
    log,
    prisma,
    pool,
    queue,
    maintenance,
    metrics,
    tracing,
    sealer,
    now,
    random,
    sleep,
    accounts,
    openClient: (input) => accounts.openAccount({ ...forJobs, ...input }),
    withConnectionLock: createConnectionLock({ locks, sleep, now }),
    getOptionHash: createOptionHashes(config.secret, config.otherSecrets),
    postWebhook: createPostWebhook({ targets: config.webhookTargets }),
    settings: {
      limits: { ...defaultLimits, maxOptions: smartsheet.maxOptions },
      callbacks: { base: smartsheet.callbackBase, isStandIn: apiBase !== undefined },
      syncConcurrency: config.syncConcurrency,
      sweepConcurrency: config.sweepConcurrency,
      statusChecks: config.statusChecks,
    },
    isStopping: () => isStopping,
  };
  return {
    context,
    build,
    locks,
    close: async () => {
      isStopping = true;
      // Takes no more jobs, and finishes or defers those that run.
      await queue.stop({ graceMs });
      // The locks are released first, so that others can continue at once; a token refresh that has begun is finished
      // here.
      await locks.close();
      await accounts.settle();
      clock.close();
      await database.close();
      await tracing.close();
    },
  };
}
