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
 * Returns the account of new tokens. Smartsheet does not tell the granted scopes, so two of them are tried here: throws
 * `scope_or_access` when sheets or webhooks may not be read.
 */
export async function inspectAccount(
  { accessToken }: SmartsheetTokens,
  { site, now }: { site: SmartsheetSite; now: () => Date },
): Promise<SmartsheetUser> {
  const client = createSmartsheetClient({
    baseUrl: site.apiBase,
    integrationSource: site.integrationSource,
    accessToken: async () => accessToken,
    limiter: createMemoryLimiter({ now, sleep }),
    now,
    random: Math.random,
    sleep,
    timeoutMs: 15_000,
    retry: singleTry,
  });
  const [user] = await Promise.all([client.users.me(), client.sheets.probe(), client.webhooks.list()]);
  return user;
}
