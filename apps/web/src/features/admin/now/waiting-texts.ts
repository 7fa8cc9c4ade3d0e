import { capitalize, pluralize } from '@picksync/contracts';
import type { AdminNow } from '../../../api/admin.queries.ts';
import type { PlanNames } from '../../../api/session.queries.ts';
import { formatAmount } from '../../../ui/amounts.ts';
import { formatDayOfYear, formatMoment, formatTime, isToday } from '../../../ui/dates.ts';
import { durationWords, payeeNames, queueTexts } from '../admin-texts.ts';

type Waiting = NonNullable<AdminNow['waiting']>;
export type WaitingItem = Waiting['items'][number];
type Kind = WaitingItem['kind'];

/** Where each kind is ended. */
export const waitingSections: Record<Kind, string> = {
  message: 'inbox',
  dispute: 'disputes',
  payment: 'payments',
  event: 'provider-events',
  dead_letters: 'queues',
  incident: 'status',
  maintenance: 'maintenance',
};

/** What the link to that place says. */
export const waitingActs: Record<Kind, string> = {
  message: 'Answer',
  dispute: 'Look',
  payment: 'Settle',
  event: 'Look',
  dead_letters: 'Look',
  incident: 'Add an update',
  maintenance: 'End it',
};

const counted: Record<Kind, [one: string, many: string]> = {
  message: ['message', 'messages'],
  dispute: ['dispute', 'disputes'],
  payment: ['payment to settle', 'payments to settle'],
  event: ['provider event', 'provider events'],
  dead_letters: ['queue with dead letters', 'queues with dead letters'],
  incident: ['incident', 'incidents'],
  maintenance: ['update', 'updates'],
};

/** Returns how much of a kind is left out, as in `3 messages`. */
function countWaiting({ kind, count }: Waiting['more'][number]): string {
  return pluralize(count, ...counted[kind]);
}

const list = new Intl.ListFormat('en-GB');

/** Returns what is left out, with each kind in marks of its name, as in `And <message>3 messages</message>.` */
export function moreWaitingText(more: Waiting['more']): string {
  return `And ${list.format(more.map((left) => `<${left.kind}>${countWaiting(left)}</${left.kind}>`))}.`;
}

type ItemText = { title: string; detail: string };

/** Returns what an item is, and what hangs on it. */
export function toItemText(item: WaitingItem, plans: PlanNames): ItemText {
  return texts[item.kind](item, plans);
}

function money({ amount, currency }: WaitingItem): string {
  if (currency === null) return '';
  return amount === null ? currency : formatAmount(amount, currency);
}

function joinParts(...parts: (string | null)[]): string {
  return parts.filter(Boolean).join(', ');
}

const texts: Record<Kind, (item: WaitingItem, plans: PlanNames) => ItemText> = {
  message: ({ email, plan, about }, plans) => ({
    title: `Message from ${email ?? 'a visitor'}`,
    detail: `${plan ? { ...plans, trial: 'Trial' }[plan] : 'Visitor'}. “${about}”`,
  }),
  dispute: (item) => ({
    title: joinParts(`${provider(item)} dispute`, money(item), item.email),
    detail: `“${item.about}.” ${
      item.deadline
        ? `Answer by ${formatMoment(item.deadline)}, or the money goes back.`
        : `${provider(item)} has sent no date.`
    }`,
  }),
  payment: (item) => ({
    title: joinParts(`Payment of ${money(item)}`, item.email),
    detail: item.about ?? '',
  }),
  event: ({ about, email, count, ...item }) => ({
    title: joinParts(`${provider(item)} told of something that was not applied`, email),
    detail: joinSentences(about, count > 1 && `${count} events about the same payment.`),
  }),
  dead_letters: ({ id, count }) => ({
    title: `${pluralize(count, 'job')} of ${id} failed for good`,
    detail: `${capitalize(queueTexts[id] ?? 'a queue')}. Find out why before they are tried again.`,
  }),
  incident: ({ about }) => ({
    title: `Your incident “${about}” goes on`,
    detail: 'It stands on the status page until somebody says that it is over.',
  }),
  maintenance: ({ deadline }) => ({
    title: 'The update takes longer than planned',
    detail: `It was announced until ${deadline ? formatMoment(deadline) : 'now'}. Nothing can be changed until it is ended.`,
  }),
};

function provider({ provider: name }: Pick<WaitingItem, 'provider'>): string {
  return name ? payeeNames[name] : 'A provider';
}

function joinSentences(...parts: (string | null | false)[]): string {
  return parts.filter(Boolean).join(' ');
}

export type When = { words: string; detail: string; isLate: boolean };

/** Returns until when something waits, or since when where nobody has set a day. */
export function toWhen({ deadline, since }: Pick<WaitingItem, 'deadline' | 'since'>, now: Date): When {
  if (deadline === null) {
    const words = isToday(since, now) ? formatTime(since) : formatDayOfYear(since, now);
    return { words: `Since ${words}`, detail: 'no deadline', isLate: false };
  }
  const words = isToday(deadline, now) ? `Today, ${formatTime(deadline)}` : formatDayOfYear(deadline, now);
  const seconds = (Date.parse(deadline) - now.getTime()) / 1000;
  return seconds < 0
    ? { words, detail: `${durationWords(-seconds)} late`, isLate: true }
    : { words, detail: `in ${durationWords(seconds)}`, isLate: false };
}
