import { columnsCalls } from './columns.ts';
import type { Sleep, SmartsheetLimiter } from './limiter.ts';
import type { SmartsheetCall } from './operations.ts';
import { createRequest } from './request.ts';
import { defaultRetryPolicy, type RetryPolicy } from './retry.ts';
import { rowsCalls } from './rows.ts';
import { sheetsCalls } from './sheets.ts';
import type { TimeLimits } from './time-limits.ts';
import type { Fetch } from './transport.ts';
import { usersCalls } from './users.ts';
import { webhooksCalls } from './webhooks.ts';

export type SmartsheetClientOptions = TimeLimits & {
  /** The region's `apiBase`, e.g. `https://api.smartsheet.com/2.0`. */
  baseUrl: string;
  /** The site's `integrationSource`. */
  integrationSource?: string | undefined;
  /** Called once per call, and again when Smartsheet refuses the token. Its errors go to the caller. */
  accessToken: () => Promise<string>;
  /**
   * Returns a token whose call is already taken from the budget. Called once per call, before `accessToken`. When it
   * returns undefined, `accessToken` and the limiter are used. Its errors go to the caller.
   */
  paidToken?: ((call: { weight: number }) => Promise<string | undefined>) | undefined;
  /**
   * Called when Smartsheet refuses the token as expired (1003) or invalid (1002), once per call; it should renew the
   * token unless that has been done already (compare `refusedToken`), and wait for a renewal that is running. The call
   * is then tried once more with what `accessToken` returns. Its errors go to the caller.
   */
  onTokenRefused?: ((event: { refusedToken: string }) => Promise<void>) | undefined;
  limiter: SmartsheetLimiter;
  fetch?: Fetch | undefined;
  now: () => Date;
  /** 0 ≤ x < 1. */
  random: () => number;
  sleep: Sleep;
  /** Sent as `Smartsheet-Change-Agent` with writes. Callbacks repeat it, so that we recognise our own changes. */
  changeAgent?: string | undefined;
  /** Called right before an attempt is sent. If it throws, the error goes to the caller and nothing is sent. */
  beforeCall?: (() => void) | undefined;
  /** Called after every attempt. */
  onCall?: ((call: SmartsheetCall) => void) | undefined;
  retry?: RetryPolicy | undefined;
};

/**
 * Creates the client of one Smartsheet account. All calls go through one function that adds the token, takes from the
 * budget, limits the time, retries where that is safe, and throws SmartsheetError for everything that fails.
 */
export function createSmartsheetClient(options: SmartsheetClientOptions) {
  const { fetch: send = fetch, retry = defaultRetryPolicy } = options;
  const request = createRequest({ ...options, fetch: send, retry });
  return {
    users: usersCalls(request),
    sheets: sheetsCalls(request),
    columns: columnsCalls(request),
    rows: rowsCalls(request),
    webhooks: webhooksCalls(request),
  };
}

export type SmartsheetClient = ReturnType<typeof createSmartsheetClient>;
