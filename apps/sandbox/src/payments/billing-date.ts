export const intervalUnits = ['DAY', 'WEEK', 'MONTH', 'YEAR'] as const;
export type Interval = { interval_unit: (typeof intervalUnits)[number]; interval_count: number };

const dayMs = 86_400_000;
/** PayPal charges renewals at ten o'clock, UTC, on the day they are due. */
const billingHour = 10;

/**
 * Returns when a subscription that began at `start` is charged again after this many periods: on the same day of the
 * month, or on the last day of a shorter one. From January 31 it is February 28, then March 31.
 */
export function billingDate(
  start: number,
  { interval_unit: unit, interval_count: count }: Interval,
  periods: number,
): number {
  const from = new Date(start);
  const steps = count * periods;
  if (unit === 'DAY' || unit === 'WEEK') {
    const days = steps * (unit === 'WEEK' ? 7 : 1);
    return new Date(start + days * dayMs).setUTCHours(billingHour, 0, 0, 0);
  }
  const month = from.getUTCMonth() + steps * (unit === 'YEAR' ? 12 : 1);
  const lastDay = new Date(Date.UTC(from.getUTCFullYear(), month + 1, 0)).getUTCDate();
  return Date.UTC(from.getUTCFullYear(), month, Math.min(from.getUTCDate(), lastDay), billingHour);
}

export function addDays(time: number, days: number): number {
  return time + days * dayMs;
}
