import type { PrismaClient, Sealer, SmartsheetRegion } from '@picksync/db';
import {
  type OAuthClient,
  refresh,
  type Sleep,
  SmartsheetError,
  type SmartsheetSite,
  type SmartsheetTokens,
} from '@picksync/smartsheet-client';

export type AccountsDeps = {
  prisma: PrismaClient;
  sealer: Sealer;
  /** Undefined while this installation is not registered with Smartsheet. */
  credentials: OAuthClient | undefined;
  siteOf: (region: SmartsheetRegion) => SmartsheetSite;
  now: () => Date;
  random: () => number;
  sleep: Sleep;
  /** How long to wait for the answer to a refresh: giving up after Smartsheet has rotated costs the connection. */
  refreshTimeoutMs?: number;
};

/**
 * Gets new tokens from Smartsheet, which ends the old ones. Takes no signal: tokens that are lost with the answer could
 * not be used or revoked by anybody.
 */
export async function refreshTokens(
  { region, refreshToken }: { region: SmartsheetRegion; refreshToken: string },
  deps: Pick<AccountsDeps, 'credentials' | 'siteOf' | 'now' | 'refreshTimeoutMs'>,
): Promise<SmartsheetTokens> {
  const { credentials, siteOf, now, refreshTimeoutMs: timeoutMs = 120_000 } = deps;
  if (!credentials) {
    throw new SmartsheetError({ class: 'bug', reason: 'client_refused', operation: 'oauth.refresh' });
  }
  return refresh({ ...credentials, site: siteOf(region), refreshToken, timeoutMs, now });
}
