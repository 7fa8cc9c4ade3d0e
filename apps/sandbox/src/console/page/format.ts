import type { Mail } from './contract.ts';

const count = new Intl.NumberFormat('en-US');
const moment = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});

/** `noun` is in the singular. */
export function pluralize(n: number, noun: string): string {
  return `${count.format(n)} ${noun}${n === 1 ? '' : 's'}`;
}

export function formatNumber(n: number): string {
  return count.format(n);
}

export function formatTime(iso: string): string {
  return moment.format(new Date(iso));
}

/** Returns the parts of a list that is typed with commas or spaces. */
export function splitList(text: string): string[] {
  return text.split(/[,\s]+/).filter(Boolean);
}

/** Returns the first six-digit code in a mail, or null. */
export function findOneTimeCode(mail: Pick<Mail, 'text' | 'html' | 'subject'>): string | null {
  const plain =
    mail.text || mail.html.replaceAll(/<style[\s\S]*?<\/style>/gi, ' ').replaceAll(/<[^>]+>/g, ' ');
  return /(?<![\w#&-])\d{6}(?![\w-])/.exec(`${plain} ${mail.subject}`)?.[0] ?? null;
}
