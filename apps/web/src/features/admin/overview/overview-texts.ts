import type { Attention, Figures } from '../../../api/admin.queries.ts';
import { pluralize } from '../../../ui/pluralize.ts';

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

/** Returns two sentences: how many users pay, and what needs an administrator. */
export function getSubtitle({ months }: Figures, attention: Attention): string {
  const [before, now] = months.slice(-2);
  if (!before || !now) return ' ';
  const more = now.active - before.active;
  const change =
    more === 0
      ? `as many as at the end of ${monthName(before)}`
      : `${Math.abs(more)} ${more > 0 ? 'more' : 'fewer'} than at the end of ${monthName(before)}`;
  return `${pluralize(now.active, 'subscription')}, ${change}. ${describeNeeds(attention)}`;
}

function describeNeeds({ inbox, payments, disputes, events, automations, deadLetters }: Attention): string {
  const parts = [
    deadLetters > 0 && pluralize(deadLetters, 'dead letter'),
    disputes > 0 && pluralize(disputes, 'dispute'),
    payments > 0 && pluralize(payments, 'payment to settle', 'payments to settle'),
    events > 0 && pluralize(events, 'provider event'),
    inbox > 0 && pluralize(inbox, 'unread message'),
    automations > 0 && pluralize(automations, 'failing automation'),
  ].filter((part) => part !== false);
  const last = parts.pop();
  if (last === undefined) return 'Nothing needs anybody.';
  const isOne = parts.length === 0 && last.startsWith('1 ');
  return `${parts.length > 0 ? `${parts.join(', ')} and ` : ''}${last} ${isOne ? 'needs' : 'need'} somebody.`;
}
