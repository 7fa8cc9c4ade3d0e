import { dateWriter, usualDateLook } from '@picksync/contracts';
import type { Subscription } from '@picksync/db';

/**
 * Returns the moment one calendar month after `end`, in UTC, on the day of the month on which the subscription began: Jan 31 →
 * Feb 28 → Mar 31. An end that was moved to another day keeps that one, or a month would be too short or too long.
 */
export function getNextPeriodEnd(end: Date, anchor: Date): Date {
  const [year, month] = [end.getUTCFullYear(), end.getUTCMonth()];
  const isMoved = end.getUTCDate() !== getDayWithin(anchor, year, month);
  const next = new Date(end);
  // The day is set to 1 first, because the 31st of a shorter month would overflow into the next.
  next.setUTCDate(1);
  next.setUTCFullYear(year, month + 1, getDayWithin(isMoved ? end : anchor, year, month + 1));
  return next;
}

/** Returns the day of the month of a moment, or the last day of a month that is too short for it. */
function getDayWithin(at: Date, year: number, month: number): number {
  return Math.min(at.getUTCDate(), new Date(Date.UTC(year, month + 1, 0)).getUTCDate());
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
