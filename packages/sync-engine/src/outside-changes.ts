const withinMs = 60 * 60_000;

/** Returns those of the times at which something else had rewritten a list that lie within the last hour. */
export function recentOutsideChanges(outsideChanges: readonly Date[], now: Date): Date[] {
  return outsideChanges.filter((at) => now.getTime() - at.getTime() < withinMs);
}
