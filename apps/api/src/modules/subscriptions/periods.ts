/**
 * Returns the moment one calendar month after `end`, in UTC, on the day of the month on which the subscription began: Jan 31 →
 * Feb 28 → Mar 31.
 */
export function nextPeriodEnd(end: Date, anchor: Date): Date {
  const [year, month] = [end.getUTCFullYear(), end.getUTCMonth() + 1];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const next = new Date(end);
  // Day first: the 31st of a shorter month would run over into the one after.
  next.setUTCDate(1);
  next.setUTCFullYear(year, month, Math.min(anchor.getUTCDate(), lastDay));
  return next;
}

export type BoughtPeriod = {
  currentPeriodStart: Date | null;
  currentPeriodEnd: Date | null;
  periodValueCents: number;
};

/**
 * Returns what the unused rest of a period is worth at `now`, in whole cents: the value of the period by milliseconds, rounded up in
 * the user's favour.
 */
export function creditOf(
  { currentPeriodStart, currentPeriodEnd, periodValueCents }: BoughtPeriod,
  now: Date,
) {
  if (!currentPeriodStart || !currentPeriodEnd) return 0;
  const whole = currentPeriodEnd.getTime() - currentPeriodStart.getTime();
  const rest = Math.min(whole, currentPeriodEnd.getTime() - now.getTime());
  if (whole <= 0 || rest <= 0) return 0;
  // Whole numbers: 0.1 + 0.2 has no place in money.
  return Number((BigInt(rest) * BigInt(periodValueCents) + BigInt(whole) - 1n) / BigInt(whole));
}
