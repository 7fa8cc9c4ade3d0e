import type { PrismaClient, Sealer, SmartsheetRegion } from '@picksync/db';
import {
  type OAuthClient,
  refresh,
  type Sleep,
  type SmartsheetCall,
  SmartsheetError,
  type SmartsheetSite,
  type SmartsheetTokens,
} from '@picksync/smartsheet-client';

/**
 * Returns new tokens from Smartsheet, which ends the old ones. Takes no signal: tokens in an answer that is lost could
 * never be used or revoked.
 */
export async function exchangeRefreshToken(
  { region, refreshToken }: { region: SmartsheetRegion; refreshToken: string },
  options: Pick<AccountsOptions, 'credentials' | 'toSite' | 'now' | 'refreshTimeoutMs' | 'onCallIn'>,
): Promise<SmartsheetTokens> {
  const { credentials, toSite, now, refreshTimeoutMs: timeoutMs = 120_000, onCallIn } = options;
  if (!credentials) {
    throw new SmartsheetError({ class: 'bug', reason: 'client_refused', operation: 'oauth.refresh' });
  }
  const onCall = onCallIn?.(region);
  return refresh({ ...credentials, site: toSite(region), refreshToken, timeoutMs, now, onCall });
}

export type AccountsOptions = {
  prisma: PrismaClient;
  sealer: Sealer;
  /** Undefined while this installation is not registered with Smartsheet. */
  credentials: OAuthClient | undefined;
  toSite: (region: SmartsheetRegion) => SmartsheetSite;
  now: () => Date;
  random: () => number;
  sleep: Sleep;
  /**
   * How long to wait for the answer to a refresh. Giving up after Smartsheet has rotated the tokens loses the
   * connection.
   */
  refreshTimeoutMs?: number;
  /** Returns what is told of every call that is made in a region. */
  onCallIn?: ((region: SmartsheetRegion) => (call: SmartsheetCall) => void) | undefined;
  /** Told how each refresh of tokens ended. */
  onRefresh?: ((outcome: 'ok' | 'retried' | 'refused') => void) | undefined;
};
