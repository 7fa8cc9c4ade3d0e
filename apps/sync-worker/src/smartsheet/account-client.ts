import {
  changeAgentOf,
  createSmartsheetBudget,
  createSmartsheetTokens,
  NotConnectedError,
  type PrismaClient,
  type Sealer,
  type SmartsheetConnection,
  type SmartsheetRegion,
} from '@picksync/db';
import {
  createSmartsheetClient,
  type OAuthClient,
  refresh,
  type Sleep,
  type SmartsheetClient,
  SmartsheetError,
  smartsheetSite,
} from '@picksync/smartsheet-client';
import { backgroundLimiter } from './background-limiter.ts';

/** For one attempt, body included. */
const timeoutMs = 30_000;

export type OpenClient = (ask: {
  connection: Pick<SmartsheetConnection, 'id' | 'region'>;
  /** Called right before each call is sent; what it throws stops the call. */
  beforeCall?: (() => void) | undefined;
  /** Hears of every call that was made. */
  onCall?: () => void;
}) => SmartsheetClient;

/** Opens the calls of an account: with its own tokens, refreshed when need be, and within its budget. */
export function createOpenClient(parts: {
  prisma: PrismaClient;
  sealer: Sealer;
  credentials: OAuthClient | undefined;
  /** The address of a stand-in, for every region. */
  apiBase: string | undefined;
  now: () => Date;
  random: () => number;
  sleep: Sleep;
}): OpenClient {
  const { prisma, sealer, credentials, apiBase, now, random, sleep } = parts;
  const siteOf = (region: SmartsheetRegion) => smartsheetSite({ region, overrides: { apiBase } });
  const budget = createSmartsheetBudget({ prisma });
  const tokens = createSmartsheetTokens({
    prisma,
    sealer,
    now,
    refresh: ({ region, refreshToken, signal }) => {
      if (credentials) return refresh({ ...credentials, site: siteOf(region), refreshToken, signal, now });
      throw new SmartsheetError({ class: 'bug', reason: 'client_refused', operation: 'oauth.refresh' });
    },
  });
  const read = (ask: { connectionId: string; rejected?: string }) => tokens.read(ask).catch(asRefusal);

  return ({ connection, beforeCall, onCall }) => {
    const connectionId = connection.id;
    return createSmartsheetClient({
      baseUrl: siteOf(connection.region).apiBase,
      accessToken: () => read({ connectionId }),
      onTokenRefused: async ({ refusedToken }) => {
        await read({ connectionId, rejected: refusedToken });
      },
      limiter: backgroundLimiter({ budget, connectionId, sleep }),
      changeAgent: changeAgentOf(connectionId),
      beforeCall,
      onCall,
      timeoutMs,
      now,
      random,
      sleep,
    });
  };
}

/** An account without tokens is refused as it would be by Smartsheet. */
const asRefusal = (error: unknown): never => {
  if (!(error instanceof NotConnectedError)) throw error;
  throw new SmartsheetError({ class: 'needs_user', reason: 'revoked', operation: 'oauth.refresh' });
};
