import { setTimeout as wait } from 'node:timers/promises';
import type { Region } from '@picksync/contracts';
import {
  createSealer,
  openWebhookSecret,
  type PrismaClient,
  type SealingKeys,
  type SmartsheetConnection,
} from '@picksync/db';
import { createSmartsheetAccounts, forLooks, forPeople, forSearches } from '@picksync/smartsheet-account';
import { canReceiveCallbacks, type Sleep } from '@picksync/smartsheet-client';
import { createUserLimit } from '../../base/user-limit.ts';
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

/** Creates everything that calls Smartsheet for a user, and the sealer for its secrets. */
export function createConnectionDeps(options: {
  settings: SmartsheetSettings;
  sealingKeys: SealingKeys;
  publicOrigin: string;
  db: PrismaClient;
  now: () => Date;
}) {
  const { settings, sealingKeys, publicOrigin, db, now } = options;
  const smartsheetApp = createSmartsheetApp({ ...settings, publicOrigin });
  const { credentials, siteOf } = smartsheetApp;
  const smartsheetOriginOf = (region: Region) => new URL(siteOf(region).authorizeUrl).origin;
  const sealer = createSealer(sealingKeys);
  const random = Math.random;
  const accounts = createSmartsheetAccounts({ prisma: db, sealer, credentials, siteOf, now, random, sleep });

  return {
    smartsheetApp,
    smartsheetOriginOf,
    canReceiveCallbacks: canReceiveCallbacks({
      base: settings.callbackBase ?? publicOrigin,
      isStandIn: settings.apiBase !== undefined,
    }),
    sealer,
    readToken: (connectionId: string) => accounts.readToken({ connectionId }),
    openClient: (connection: SmartsheetConnection) => accounts.openAccount({ ...forPeople, connection }),
    openSearchClient: (connection: SmartsheetConnection) =>
      accounts.openAccount({ ...forSearches, connection }),
    openLookClient: (connection: SmartsheetConnection) => accounts.openAccount({ ...forLooks, connection }),
    endRetiredAccount: accounts.endRetiredAccount,
    settleAccounts: accounts.settle,
    wholeReads: createUserLimit(wholeReads),
    secretOf: ({ id: webhookId, sharedSecretSealed }: { id: string; sharedSecretSealed: string | null }) =>
      sharedSecretSealed === null ? null : openWebhookSecret(sealer, { webhookId, sharedSecretSealed }),
  };
}
