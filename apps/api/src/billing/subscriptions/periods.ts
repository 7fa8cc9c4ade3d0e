import { dateWriter, usualDateLook } from '@picksync/contracts';
import type { Subscription } from '@picksync/db';

/**
 * Returns the moment one calendar month after `end`, in UTC, on the day of the month on which the subscription began: Jan 31 →
 * Feb 28 → Mar 31.
 */
export function nextPeriodEnd(end: Date, anchor: Date): Date {
  const [year, month] = [end.getUTCFullYear(), end.getUTCMonth() + 1];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const next = new Date(end);
  // The day is set to 1 first, because the 31st of a shorter month would overflow into the next.
  next.setUTCDate(1);
  next.setUTCFullYear(year, month, Math.min(anchor.getUTCDate(), lastDay));
  return next;
}

const dayMs = 24 * 60 * 60_000;
/** The days between two monthly payments, with a margin. */
const monthDays = { least: 25, most: 35 };

/** Returns whether a moment is about a month after another. */
export function isMonthAfter(start: Date, moment: Date): boolean {
  const days = (moment.getTime() - start.getTime()) / dayMs;
  return days >= monthDays.least && days <= monthDays.most;
}

/** Returns the day on which a period ends, in UTC, as administrators read it: `Dec 21, 2026`. */
export function toDay(at: Date): string {
  return dateWriter({ ...usualDateLook, timeZone: 'UTC' }).day(at);
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

/** How long before its end the next period can be paid. */
const renewFromDays = 5;

/**
 * Returns whether the next period can be paid now: shortly before the end and in the days of grace, if it does not
 * renew by itself.
 */
export function isRenewable(
  { paymentProvider, currentPeriodEnd }: Pick<Subscription, 'paymentProvider' | 'currentPeriodEnd'>,
  now: Date,
): boolean {
  if (paymentProvider === 'paypal' || !currentPeriodEnd) return false;
  return now.getTime() >= currentPeriodEnd.getTime() - renewFromDays * dayMs;
}
