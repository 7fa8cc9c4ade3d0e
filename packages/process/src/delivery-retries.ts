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

/** How often a delivery is tried at least before that: time also passes without tries while no process runs. */
const minAttempts = 5;

/** Returns the pause after so many tries, spread by up to a fifth by `random`; undefined when there is no other try. */
export function pauseAfter(attempts: number, random: number): number | undefined {
  const pause = pauses[attempts - 1];
  return pause === undefined ? undefined : pause * (1 + random / 5);
}

/** Returns whether a receiver has failed for so long that nothing more is sent to it. */
export function hasFailedTooLong({ attempts, failingMs }: { attempts: number; failingMs: number }): boolean {
  return attempts >= minAttempts && failingMs >= maxFailingMs;
}
