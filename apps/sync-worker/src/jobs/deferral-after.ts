import type { Deferral } from '@picksync/db';
import type { SmartsheetError } from '@picksync/smartsheet-client';

/** Smartsheet counts calls by the minute, so a retry after a 429 makes no sense any sooner. */
const limitedMs = 60_000;

/** When to retry a call that we held back ourselves, unless the error says when. */
const heldBackMs = 1_000;

/** Returns how to leave a connection alone after an error that passes by itself. */
export function deferralAfter({ heldBackBy, reason, retryAfterMs = 0 }: SmartsheetError) {
  if (heldBackBy !== undefined) {
    const delayMs = Math.max(retryAfterMs, heldBackMs);
    return { reason: heldBackBy === 'limit' ? 'limited' : 'paced', delayMs } as const satisfies Deferral;
  }
  if (reason === 'rate_limited') {
    return { reason: 'limited', delayMs: Math.max(retryAfterMs, limitedMs) } as const satisfies Deferral;
  }
  return { reason: 'outage', delayMs: retryAfterMs } as const satisfies Deferral;
}
