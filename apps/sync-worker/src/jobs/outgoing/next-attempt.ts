const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** The pauses between the tries of a delivery: about three days in all, as Standard Webhooks advises. */
const pauses = [
  minuteMs,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  14 * hourMs,
  20 * hourMs,
  24 * hourMs,
];

/** How long a receiver may fail before nothing more is sent to it. */
const maxFailingMs = 3 * 24 * hourMs;

/**
 * Returns when to try a delivery again that has failed this often; null after the last try. `random` from 0 to 1
 * spreads the tries of many, by up to a fifth.
 */
export function nextAttempt({
  attempts,
  at,
  random,
}: {
  attempts: number;
  at: Date;
  random: number;
}): Date | null {
  const pause = pauses[attempts - 1];
  return pause === undefined ? null : new Date(at.getTime() + pause * (1 + random / 5));
}

/**
 * How often a delivery is tried at least before its receiver is given up: time may also pass without tries, as while no
 * process runs.
 */
const minAttempts = 5;

/**
 * Returns whether a receiver has failed for so long, and in so many tries of one delivery, that nothing more is sent to it.
 */
export function hasFailedTooLong({
  failingSince,
  attempts,
  at,
}: {
  failingSince: Date | null;
  attempts: number;
  at: Date;
}): boolean {
  if (failingSince === null || attempts < minAttempts) return false;
  return at.getTime() - failingSince.getTime() >= maxFailingMs;
}
