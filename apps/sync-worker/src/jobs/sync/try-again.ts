const leastMs = 60_000;
const mostMs = 15 * 60_000;

/**
 * When to look again after an error that passes by itself. What Smartsheet asked for is kept; else the pause grows with
 * the time that the work has been waiting, so that an outage of hours is not met with a call a minute. Whoever asks
 * anew is served soon again.
 */
export function tryAgainAt(ask: { now: Date; markedAt: Date | null; pauseMs: number }): Date {
  const { now, markedAt, pauseMs } = ask;
  if (pauseMs > 0) return new Date(now.getTime() + pauseMs);
  const waitedMs = markedAt === null ? 0 : now.getTime() - markedAt.getTime();
  return new Date(now.getTime() + Math.min(Math.max(waitedMs, leastMs), mostMs));
}
