import { billingDate, type Interval } from '../payments/billing-date.ts';
import type { BillingCycle, Subscription } from './paypal.model.ts';

/** Returns the cycle that a period belongs to, counted from 0, or null when the plan has ended before. */
export function cycleOfPeriod(cycles: BillingCycle[], period: number): BillingCycle | null {
  let left = period;
  for (const cycle of cycles) {
    if (cycle.totalCycles === 0 || left < cycle.totalCycles) return cycle;
    left -= cycle.totalCycles;
  }
  return null;
}

/** Returns how many periods of each cycle are over when this many are over in total. */
export function completedByCycle(cycles: BillingCycle[], completed: number): number[] {
  let left = completed;
  return cycles.map(({ totalCycles }) => {
    const done = totalCycles === 0 ? left : Math.min(left, totalCycles);
    left -= done;
    return done;
  });
}

/** Returns when the period after this many is charged. Cycles of one length are counted from one start. */
export function dueDate({ cycles, startAt }: Pick<Subscription, 'cycles' | 'startAt'>, periods: number) {
  const counts = completedByCycle(cycles, periods);
  let from = startAt;
  let at = startAt;
  let counted = 0;
  let length: Interval | undefined;
  for (const [n, { interval }] of cycles.entries()) {
    const count = counts[n] ?? 0;
    if (count === 0) continue;
    const isSame = length?.unit === interval.unit && length.count === interval.count;
    if (!isSame) from = at;
    counted = (isSame ? counted : 0) + count;
    length = interval;
    at = billingDate(from, interval, counted);
  }
  return at;
}
