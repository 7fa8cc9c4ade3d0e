import type { Deferral } from '@picksync/db';
import type { SmartsheetError } from '@picksync/smartsheet-client';

/** Smartsheet counts calls by the minute: after a refusal for too many calls another try makes sense no sooner. */
const limitedMs = 60_000;

/** What we held back ourselves is worth another try after this, when nothing else is known. */
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
