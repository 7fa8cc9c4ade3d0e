import type { PaidAhead } from './subscriptions.store.ts';

export type BoughtPeriod = {
  currentPeriodStart: Date | null;
  currentPeriodEnd: Date | null;
  periodValueCents: number;
  paidAhead: readonly PaidAhead[];
};

/**
 * Returns what the unused rest of a period is worth at `now`, in whole cents: the value of the period by milliseconds, rounded up in
 * the user's favour. A month that was paid ahead is worth what it was bought for.
 */
export function getCredit(period: BoughtPeriod, now: Date): number {
  const { rest, whole, cents, later } = getRest(period, now);
  // Whole numbers: 0.1 + 0.2 has no place in money.
  return later + (rest === 0n ? 0 : Number((rest * cents + whole - 1n) / whole));
}

/**
 * Returns the credit on a plan that replaces another one. On the same plan it is rounded down: with rounding up,
 * starting it over every half hour would give a new month each time for nothing.
 */
export function getCreditToward(
  planId: number,
  current: BoughtPeriod & { planId: number },
  now: Date,
): number {
  if (planId !== current.planId) return getCredit(current, now);
  const { rest, whole, cents, later } = getRest(current, now);
  return later + (rest === 0n ? 0 : Number((rest * cents) / whole));
}

/** Returns what is left of the month that runs, and what the months after it were bought for. */
function getRest(period: BoughtPeriod, now: Date) {
  const { currentPeriodStart: start, currentPeriodEnd: end } = period;
  if (!start || !end) return { rest: 0n, whole: 0n, cents: 0n, later: 0 };
  const months = toMonths(start, period);
  const place = Math.max(
    0,
    months.findLastIndex(({ from }) => from <= now),
  );
  const { from, cents } = months[place] ?? { from: start, cents: 0 };
  const until = months[place + 1]?.from ?? end;
  const whole = Math.max(0, until.getTime() - from.getTime());
  const rest = Math.min(whole, Math.max(0, until.getTime() - now.getTime()));
  const later = addUp(months.slice(place + 1));
  return { rest: BigInt(rest), whole: BigInt(whole), cents: BigInt(cents), later };
}

function toMonths(from: Date, { periodValueCents, paidAhead }: BoughtPeriod): readonly PaidAhead[] {
  const first = { from, cents: periodValueCents - addUp(paidAhead) };
  // A refund may have taken more than the first month: then the whole is shared.
  return first.cents < 0 ? [{ from, cents: periodValueCents }] : [first, ...paidAhead];
}

function addUp(months: readonly PaidAhead[]): number {
  return months.reduce((sum, { cents }) => sum + cents, 0);
}
