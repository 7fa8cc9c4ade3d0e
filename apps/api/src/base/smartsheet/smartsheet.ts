import { setTimeout as wait } from 'node:timers/promises';
import type { Region } from '@picksync/contracts';
import { openWebhookSecret, type PrismaClient, type Sealer, type SmartsheetConnection } from '@picksync/db';
import { type Metrics, measureCalls } from '@picksync/metrics';
import type { Tracing } from '@picksync/process';
import {
  createSmartsheetAccounts,
  forLooks,
  forPairs,
  forPeople,
  forRules,
  forSearches,
} from '@picksync/smartsheet-account';
import { canReceiveCallbacks, type Sleep } from '@picksync/smartsheet-client';
import type { Logger } from 'pino';
import { createUserLimit } from '../bounded-limit.ts';
import { createSmartsheetApp } from './smartsheet-app.ts';

export type SmartsheetSettings = Omit<Parameters<typeof createSmartsheetApp>[0], 'publicOrigin'> & {
  /** Where Smartsheet delivers callbacks, if not at our own origin. */
  callbackBase: string | undefined;
};

const sleep: Sleep = (ms, signal) => wait(ms, undefined, { signal });

/** Reads of whole sheets for people: one of 20,000 rows takes up to 100 MB until it is planned. */
const wholeReads = {
  atOnce: 4,
  waiting: 16,
  message: 'Many people are looking at their sheets at the moment. Please try again in a few seconds.',
  ofUser: {
    atOnce: 2,
    waiting: 4,
    message: 'You are looking at many sheets at the moment. Please try again in a few seconds.',
  },
};

/** Searches for likely pairs: each has the first rows of four sheets in memory at a time, and the values of fifty. */
const pairSearches = {
  atOnce: 2,
  waiting: 16,
  ofUser: { atOnce: 1, waiting: 1 },
};

/** What a client is for, which says which calls it may use. */
const clientUses = {
  /** What people do and wait for. */
  clicks: forPeople,
  /** Only calls that nobody else needs. */
  searches: forSearches,
  /** Leaves the calls of people and of a first sync, and waits for others. */
  pairs: forPairs,
  /** Leaves the calls of people, and goes on for as long as others are refilled. */
  rules: forRules,
  /** Gives up soon, and uses only calls that nobody else needs. */
  looks: forLooks,
};

export type ClientUse = keyof typeof clientUses;

/** What calls Smartsheet for a user. */
export type Smartsheet = ReturnType<typeof createSmartsheet>;

export function createSmartsheet(options: {
  settings: SmartsheetSettings;
  sealer: Sealer;
  publicOrigin: string;
  db: PrismaClient;
  now: () => Date;
  metrics: Metrics;
  log: Pick<Logger, 'debug'>;
  tracing: Tracing;
}) {
  const { settings, sealer, publicOrigin, db, now, metrics, log, tracing } = options;
  const app = createSmartsheetApp({ ...settings, publicOrigin });
  const { credentials, toSite } = app;
  const random = Math.random;
  const onCallIn = measureCalls({ metrics, log, tracing });
  const accounts = createSmartsheetAccounts({
    prisma: db,
    sealer,
    credentials,
    toSite,
    now,
    random,
    sleep,
    onCallIn,
    onRefresh: (outcome) => metrics.count('picksync_token_refreshes_total', { outcome }),
  });

  return {
    /** How this installation is registered. */
    app,
    /** Returns what measures calls of a region that are made without a client of a connection. */
    onCallIn,
    /** Returns where people of a region use Smartsheet. */
    originOf: (region: Region) => new URL(toSite(region).authorizeUrl).origin,
    /** Whether Smartsheet can reach the address for callbacks. */
    canReceiveCallbacks: canReceiveCallbacks({
      base: settings.callbackBase ?? publicOrigin,
      isStandIn: settings.apiBase !== undefined,
    }),
    readToken: (connectionId: string) => accounts.readToken({ connectionId }),
    /** Returns the client of a connection: with its tokens, within what of its call budget is for this use. */
    openClient: (connection: SmartsheetConnection, use: ClientUse = 'clicks') =>
      accounts.openAccount({ ...clientUses[use], connection }),
    endRetiredAccount: accounts.endRetiredAccount,
    /** Waits for token refreshes that are under way. */
    settle: accounts.settle,
    wholeReads: createUserLimit(wholeReads),
    pairSearches: createUserLimit(pairSearches),
    /** Returns the shared secret of a webhook; null before Smartsheet has given it. */
    secretOf: ({ id: webhookId, sharedSecretSealed }: { id: string; sharedSecretSealed: string | null }) =>
      sharedSecretSealed === null ? null : openWebhookSecret(sealer, { webhookId, sharedSecretSealed }),
  };
}
