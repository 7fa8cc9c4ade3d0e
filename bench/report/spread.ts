/** Returns a quantile of a list (nearest rank). */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  const value = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
  if (value === undefined) throw new Error('There is nothing to take a quantile of');
  return value;
}

/** Describes how a list of values spreads, in one line. */
export function spread(values: readonly number[], digits = 0): string {
  const at = (share: number) => quantile(values, share).toFixed(digits);
  return `p50 ${at(0.5)}, p95 ${at(0.95)}, most ${at(1)} of ${values.length}`;
}
