import { billingDate, type Interval } from '../payments/billing-date.ts';
import type { BillingCycle, Subscription } from './paypal.model.ts';

type Calendar = Pick<Subscription, 'cycles' | 'calendarFrom'>;

/** Returns the cycle that a period belongs to, counted from 0, or null when the plan has ended before. */
export function findCycle(cycles: BillingCycle[], period: number): BillingCycle | null {
  let left = period;
  for (const cycle of cycles) {
    if (cycle.total_cycles === 0 || left < cycle.total_cycles) return cycle;
    left -= cycle.total_cycles;
  }
  return null;
}

/** Returns how many periods of each cycle are over when this many are over in total. */
export function completedByCycle(cycles: BillingCycle[], completed: number): number[] {
  let left = completed;
  return cycles.map(({ total_cycles: total }) => {
    const done = total === 0 ? left : Math.min(left, total);
    left -= done;
    return done;
  });
}

/** Returns when the period after this many is charged. Cycles of one length are counted from one start. */
export function dueDate({ cycles, calendarFrom }: Calendar, periods: number): number {
  const counts = completedByCycle(cycles, periods);
  let from = calendarFrom;
  let at = calendarFrom;
  let counted = 0;
  let length: Interval | undefined;
  for (const [n, { frequency: interval }] of cycles.entries()) {
    const count = counts[n] ?? 0;
    if (count === 0) continue;
    const isSame =
      length?.interval_unit === interval.interval_unit && length.interval_count === interval.interval_count;
    if (!isSame) from = at;
    counted = (isSame ? counted : 0) + count;
    length = interval;
    at = billingDate(from, interval, counted);
  }
  return at;
}

/** Returns when the last period of a plan that ends is charged, or null for one without end. */
export function finalPaymentTime({
  cycles,
  calendarFrom,
  calendarPeriods,
  completedPeriods,
}: Calendar & Pick<Subscription, 'calendarPeriods' | 'completedPeriods'>): number | null {
  if (cycles.some((cycle) => cycle.total_cycles === 0)) return null;
  const total = cycles.reduce((sum, cycle) => sum + cycle.total_cycles, 0);
  const left = total - completedPeriods;
  return left <= 0 ? null : dueDate({ cycles, calendarFrom }, calendarPeriods + left - 1);
}
