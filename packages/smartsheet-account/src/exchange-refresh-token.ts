import type { SmartsheetRegion } from '@picksync/db';
import { refresh, SmartsheetError, type SmartsheetTokens } from '@picksync/smartsheet-client';
import type { AccountsDeps } from './accounts-deps.ts';

/**
 * Returns new tokens from Smartsheet, which ends the old ones. Takes no signal: tokens in an answer that is lost could
 * never be used or revoked.
 */
export async function exchangeRefreshToken(
  { region, refreshToken }: { region: SmartsheetRegion; refreshToken: string },
  deps: Pick<AccountsDeps, 'credentials' | 'siteOf' | 'now' | 'refreshTimeoutMs'>,
): Promise<SmartsheetTokens> {
  const { credentials, siteOf, now, refreshTimeoutMs: timeoutMs = 120_000 } = deps;
  if (!credentials) {
    throw new SmartsheetError({ class: 'bug', reason: 'client_refused', operation: 'oauth.refresh' });
  }
  return refresh({ ...credentials, site: siteOf(region), refreshToken, timeoutMs, now });
}
