const withinMs = 60 * 60_000;

/** Returns the times within the last hour at which the list had been rewritten from outside. */
export function recentOutsideChanges(outsideChanges: readonly Date[], now: Date): Date[] {
  return outsideChanges.filter((at) => now.getTime() - at.getTime() < withinMs);
}
