import type { Deferral } from '@picksync/db';
import type { SmartsheetError } from '@picksync/smartsheet-client';

/** Smartsheet counts calls by the minute, so a retry after a 429 makes no sense any sooner. */
const limitedMs = 60_000;

/** When to retry a call that we held back ourselves, unless the error says when. */
const heldBackMs = 1_000;

/** Returns how to leave a connection alone after an error that passes by itself. */
export function deferralAfter({ heldBackBy, reason, retryAfterMs = 0 }: SmartsheetError) {
  if (heldBackBy !== undefined) return limited(Math.max(retryAfterMs, heldBackMs));
  if (reason === 'rate_limited') return limited(Math.max(retryAfterMs, limitedMs));
  return { reason: 'outage', delayMs: retryAfterMs } satisfies Deferral;
}

function limited(delayMs: number) {
  return { reason: 'limited', delayMs } satisfies Deferral;
}
