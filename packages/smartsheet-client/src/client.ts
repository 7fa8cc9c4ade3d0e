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
  /** Asked once per call, and again when Smartsheet refuses the token. What it throws goes to the caller. */
  accessToken: () => Promise<string>;
  /**
   * Called when Smartsheet refuses the token as expired (1003) or invalid (1002), once per call; it should renew the
   * token unless somebody did so already (compare `refusedToken`), and wait for a renewal that is under way. The call
   * is then tried once more with what `accessToken` gives. What it throws goes to the caller.
   */
  onTokenRefused?: ((event: { refusedToken: string }) => Promise<void>) | undefined;
  limiter: SmartsheetLimiter;
  fetch?: Fetch | undefined;
  now: () => Date;
  /** 0 ≤ x < 1. */
  random: () => number;
  sleep: Sleep;
  /** Named in `Smartsheet-Change-Agent` on writes, and back in callbacks: how our own changes are told apart. */
  changeAgent?: string | undefined;
  /** Called right before an attempt is sent. What it throws goes to the caller, and nothing is sent. */
  beforeCall?: (() => void) | undefined;
  /** Hears of every finished attempt. */
  onCall?: ((call: SmartsheetCall) => void) | undefined;
  retry?: RetryPolicy | undefined;
};

/**
 * Creates the calls of one Smartsheet account. All of them go through one function that adds the token, takes from the
 * budget, bounds the time, tries again where that is safe, and throws SmartsheetError for everything that fails.
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
