import { setTimeout as wait } from 'node:timers/promises';
import {
  changeAgentOf,
  createSealer,
  createSmartsheetBudget,
  createSmartsheetTokens,
  openWebhookSecret,
  type PrismaClient,
  type RefreshTokens,
  type SealingKeys,
  type SmartsheetConnection,
} from '@picksync/db';
import {
  createSmartsheetClient,
  refresh,
  type Sleep,
  type SmartsheetClient,
} from '@picksync/smartsheet-client';
import { createAccountLimiter } from './account-limiter.ts';
import { createSmartsheetApp, credentialsOf, type SmartsheetApp } from './smartsheet-app.ts';

export type SmartsheetSettings = Omit<Parameters<typeof createSmartsheetApp>[0], 'publicOrigin'>;

/** A person waits: fewer and shorter tries than a job would make. */
const PATIENCE = {
  timeoutMs: 15_000,
  retry: { maxAttempts: 3, maxTimeouts: 1, baseMs: 300, maxPauseMs: 2000 },
};

const sleep: Sleep = (ms, signal) => wait(ms, undefined, { signal });

/** Everything that speaks to Smartsheet for a user, and what opens the secrets that are kept for it. */
export function createConnectionParts(options: {
  settings: SmartsheetSettings;
  sealingKeys: SealingKeys;
  publicOrigin: string;
  db: PrismaClient;
  now: () => Date;
}) {
  const { settings, sealingKeys, publicOrigin, db, now } = options;
  const smartsheetApp = createSmartsheetApp({ ...settings, publicOrigin });
  const sealer = createSealer(sealingKeys);
  const budget = createSmartsheetBudget({ prisma: db });
  const tokens = createSmartsheetTokens({
    prisma: db,
    sealer,
    now,
    refresh: refreshThrough(smartsheetApp, now),
  });

  return {
    smartsheetApp,
    sealer,
    readToken: (connectionId: string) => tokens.read({ connectionId }),
    openClient: ({ id: connectionId, region }: SmartsheetConnection): SmartsheetClient =>
      createSmartsheetClient({
        ...PATIENCE,
        baseUrl: smartsheetApp.siteOf(region).apiBase,
        accessToken: () => tokens.read({ connectionId }),
        onTokenRefused: async ({ refusedToken }) => {
          await tokens.read({ connectionId, rejected: refusedToken });
        },
        limiter: createAccountLimiter({ connectionId, budget, sleep }),
        now,
        random: Math.random,
        sleep,
        changeAgent: changeAgentOf(connectionId),
      }),
    secretOf: ({ id: webhookId, sharedSecretSealed }: { id: string; sharedSecretSealed: string | null }) =>
      sharedSecretSealed === null ? null : openWebhookSecret(sealer, { webhookId, sharedSecretSealed }),
  };
}

const refreshThrough =
  (app: SmartsheetApp, now: () => Date): RefreshTokens =>
  ({ refreshToken, region, signal }) =>
    refresh({ ...credentialsOf(app), site: app.siteOf(region), refreshToken, signal, now });
