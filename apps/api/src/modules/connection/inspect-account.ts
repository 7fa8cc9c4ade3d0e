import {
  createMemoryLimiter,
  createSmartsheetClient,
  type SmartsheetSite,
  type SmartsheetTokens,
  type SmartsheetUser,
  singleTry,
} from '@picksync/smartsheet-client';

async function sleep(): Promise<void> {}

/**
 * Returns whose account new tokens are for. Smartsheet does not say which rights it granted, so two of them are tried on the
 * way: `scope_or_access` is thrown when sheets or webhooks may not be read.
 */
export async function inspectAccount(
  { accessToken }: SmartsheetTokens,
  { site, now }: { site: SmartsheetSite; now: () => Date },
): Promise<SmartsheetUser> {
  const client = createSmartsheetClient({
    baseUrl: site.apiBase,
    accessToken: async () => accessToken,
    limiter: createMemoryLimiter({ now, sleep }),
    now,
    random: Math.random,
    sleep,
    timeoutMs: 15_000,
    retry: singleTry,
  });
  const [user] = await Promise.all([
    client.users.me(),
    client.sheets.pages({ pageSize: 1 }).next(),
    client.webhooks.list(),
  ]);
  return user;
}
