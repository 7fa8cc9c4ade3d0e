import { pluralize } from '@picksync/contracts';
import type { Figures } from '../../../api/admin.queries.ts';

export type Month = Figures['months'][number];

function named(style: 'short' | 'long'): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-US', { month: style, timeZone: 'UTC' });
}

const names = { short: named('short'), long: named('long') };

/** The name of a month of the figures, as in `November`; `short` as in `Nov`. */
export function monthName({ month }: Pick<Month, 'month'>, style: 'short' | 'long' = 'long'): string {
  return names[style].format(new Date(month));
}

export function monthAndYear({ month }: Pick<Month, 'month'>): string {
  return `${names.short.format(new Date(month))} ${month.slice(0, 4)}`;
}

export function getRevenue({ revenue }: Month): number {
  return revenue.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0) / 100;
}

/** A share as in `2.5 %`. */
export function percent(share: number): string {
  return `${Math.round(share * 1000) / 10} %`;
}

/** Returns how many users pay, in one sentence. */
export function getSubtitle({ months }: Figures): string {
  const [before, now] = months.slice(-2);
  if (!before || !now) return ' ';
  if (now.active === 0 && before.active === 0) return 'Nobody pays yet.';
  const more = now.active - before.active;
  const change =
    more === 0
      ? `as many as at the end of ${monthName(before)}`
      : `${Math.abs(more)} ${more > 0 ? 'more' : 'fewer'} than at the end of ${monthName(before)}`;
  return `${pluralize(now.active, 'subscription')}, ${change}.`;
}
