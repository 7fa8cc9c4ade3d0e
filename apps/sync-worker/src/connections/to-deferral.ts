import type { Deferral } from '@picksync/db';
import type { SmartsheetError } from '@picksync/smartsheet-client';

/** Smartsheet counts calls by the minute: after a 429, an earlier retry fails as well. */
const limitedMs = 60_000;

/** When to retry a call that we did not send ourselves, unless the error says when. */
const heldBackMs = 1_000;

/** Returns how a connection backs off after an error that passes by itself. */
export function toDeferral({ heldBackBy, reason, retryAfterMs = 0 }: SmartsheetError) {
  if (heldBackBy !== undefined) {
    const delayMs = Math.max(retryAfterMs, heldBackMs);
    return { reason: heldBackBy === 'limit' ? 'limited' : 'paced', delayMs } as const satisfies Deferral;
  }
  if (reason === 'rate_limited') {
    return { reason: 'limited', delayMs: Math.max(retryAfterMs, limitedMs) } as const satisfies Deferral;
  }
  return { reason: 'outage', delayMs: retryAfterMs } as const satisfies Deferral;
}
