export const intervalUnits = ['DAY', 'WEEK', 'MONTH', 'YEAR'] as const;
export type Interval = { unit: (typeof intervalUnits)[number]; count: number };

const dayMs = 86_400_000;
/** PayPal charges renewals at ten o'clock, UTC, on the day they are due. */
const billingHour = 10;

/**
 * Returns when a subscription that began at `start` is charged again after this many periods: on the same day of the
 * month, or on the last day of a shorter one. From January 31 it is February 28, then March 31.
 */
export function billingDate(start: number, interval: Interval, periods: number): number {
  const from = new Date(start);
  const steps = interval.count * periods;
  if (interval.unit === 'DAY' || interval.unit === 'WEEK') {
    const days = steps * (interval.unit === 'WEEK' ? 7 : 1);
    return atBillingHour(start + days * dayMs);
  }
  const month = from.getUTCMonth() + steps * (interval.unit === 'YEAR' ? 12 : 1);
  const lastDay = new Date(Date.UTC(from.getUTCFullYear(), month + 1, 0)).getUTCDate();
  return Date.UTC(from.getUTCFullYear(), month, Math.min(from.getUTCDate(), lastDay), billingHour);
}

function atBillingHour(time: number): number {
  return new Date(time).setUTCHours(billingHour, 0, 0, 0);
}

export function addDays(time: number, days: number): number {
  return time + days * dayMs;
}
