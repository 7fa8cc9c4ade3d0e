export const sweepEveryMs = 15 * 60 * 1000;

/**
 * When an account that was due at `dueAt` is due again. Accounts keep their place in the window, which spreads the load
 * evenly; one that fell behind by more than a window (nobody worked) gets a new place.
 */
export function nextSweep(ask: { dueAt: Date; now: Date; random: () => number }): Date {
  const { dueAt, now, random } = ask;
  const next = dueAt.getTime() + sweepEveryMs;
  if (next > now.getTime()) return new Date(next);
  return new Date(now.getTime() + Math.ceil(random() * sweepEveryMs));
}
