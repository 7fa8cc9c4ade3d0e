/**
 * Returns why a connection makes no calls until its pause is over: Smartsheet cannot be reached, Smartsheet has refused a
 * call because there were too many, or we space out our calls ourselves.
 */
export function reasonOfPause(
  { retryingSince, limitedUntil }: { retryingSince: Date | null; limitedUntil: Date | null },
  at: Date,
): 'provider_outage' | 'rate_limited' | 'paced' {
  if (retryingSince !== null) return 'provider_outage';
  return limitedUntil !== null && limitedUntil > at ? 'rate_limited' : 'paced';
}
