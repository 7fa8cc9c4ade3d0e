const leastMs = 60_000;
const mostMs = 15 * 60_000;

/**
 * How long to leave an account alone after an error that passes by itself. What Smartsheet asked for (`askedMs`, 0 for
 * nothing) is kept; else the pause grows with the time that the work has been waiting, so that an outage of hours is not
 * met with a call a minute.
 */
export function pauseBeforeNextTry(ask: { now: Date; waitingSince: Date | null; askedMs: number }): number {
  const { now, waitingSince, askedMs } = ask;
  if (askedMs > 0) return askedMs;
  const waitedMs = waitingSince === null ? 0 : now.getTime() - waitingSince.getTime();
  return Math.min(Math.max(waitedMs, leastMs), mostMs);
}
