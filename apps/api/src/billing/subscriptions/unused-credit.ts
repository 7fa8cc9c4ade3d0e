export type BoughtPeriod = {
  currentPeriodStart: Date | null;
  currentPeriodEnd: Date | null;
  periodValueCents: number;
};

/**
 * Returns what the unused rest of a period is worth at `now`, in whole cents: the value of the period by milliseconds, rounded up in
 * the user's favour.
 */
export function getCredit(period: BoughtPeriod, now: Date): number {
  const { rest, whole, cents } = getRest(period, now);
  // Whole numbers: 0.1 + 0.2 has no place in money.
  return rest === 0n ? 0 : Number((rest * cents + whole - 1n) / whole);
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
  const { rest, whole, cents } = getRest(current, now);
  return rest === 0n ? 0 : Number((rest * cents) / whole);
}

function getRest(period: BoughtPeriod, now: Date) {
  const { currentPeriodStart: start, currentPeriodEnd: end, periodValueCents } = period;
  const whole = start && end ? end.getTime() - start.getTime() : 0;
  const rest = whole > 0 && end ? Math.min(whole, Math.max(0, end.getTime() - now.getTime())) : 0;
  return { rest: BigInt(rest), whole: BigInt(whole), cents: BigInt(periodValueCents) };
}
