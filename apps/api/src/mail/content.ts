import { type DateReader, dateWriter, isolated } from '@picksync/contracts';
import { firstCharacters } from '../base/first-characters.ts';

/** What a mail says, without a form. The text and the HTML version are both made from it. */
export type MailContent = {
  /** What happened, in a few words. */
  subject: string;
  /** Shown by mail programs beside the subject. */
  preview: string;
  title: string;
  blocks: MailBlock[];
  /** Why the reader gets it: ends the sentence "Sent to ada@clients.example, …". */
  because: string;
};

export type MailBlock =
  | { kind: 'text'; text: string }
  /** What is good to know, smaller. */
  | { kind: 'note'; text: string }
  | { kind: 'code'; code: string }
  /** What is wrong, and what helps. */
  | { kind: 'fix'; problem: string; remedy: string }
  | { kind: 'facts'; rows: readonly (readonly [label: string, value: string])[] }
  /** A strip of runs, the oldest first. */
  | { kind: 'runs'; runs: readonly RunMark[]; caption: string }
  /** How many options would stay, be removed and be added. */
  | { kind: 'cut'; stay: number; go: number; come: number }
  /** The one thing to do. Opening it changes nothing. */
  | { kind: 'button'; label: string; url: string };

export type RunMark = 'good' | 'unchanged' | 'bad';

/** The footer of every mail. */
export type MailFoot = {
  to: string;
  /** Where the reader stops mails of this kind; absent for those that are always sent. */
  stop?: { topic: string; url: string; choicesUrl: string };
};

export type RenderedMail = { subject: string; text: string; html: string };

const ellipsis = '…';
// Line breaks and control characters, and the marks that turn the direction of what follows.
const unprintable = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069\u200e\u200f]+/gu;

/**
 * Returns a name from outside as it may stand in a subject or a sentence: on one line, no longer than `max` characters, and
 * isolated when it has letters that are written from right to left, so that the words around it keep their order. The
 * HTML version makes `<bdi>` of that.
 */
export function shortenName(name: string, max = 60): string {
  return isolated(toLine(name, max));
}

function toLine(name: string, max: number): string {
  const line = name.normalize('NFC').replace(unprintable, ' ').replace(/\s+/g, ' ').trim();
  if (firstCharacters(line, max) === line) return line;
  return `${firstCharacters(line, max - 1).trimEnd()}${ellipsis}`;
}

/** Returns a text of at most `maxLength` code units, which ends with a whole character and `…` where it was cut. */
export function cutText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  let end = 0;
  for (const { index, segment } of new Intl.Segmenter('en').segment(text)) {
    if (index + segment.length > maxLength - ellipsis.length) break;
    end = index + segment.length;
  }
  return `${text.slice(0, end).trimEnd()}${ellipsis}`;
}

/** How many things a mail names. The others are counted. */
const named = 5;

/** Returns a row of facts for each of several things, and how many more there are. */
export function listFacts(rows: [label: string, value: string][]): MailBlock {
  const more = rows.length - named;
  return { kind: 'facts', rows: more > 0 ? [...rows.slice(0, named), ['And', `${more} more`]] : rows };
}

/** Returns a moment as the reader of a mail writes it: `Nov 21, 2026, 1:32 PM`. */
export function formatMomentFor(reader: DateReader, at: Date): string {
  return dateWriter({ ...reader, timeZone: reader.timeZone ?? 'UTC' }).fullMoment(at);
}

/** The same with the name of the zone, for a mail that has one time: `Nov 21, 2026, 1:32 PM (Europe/Berlin)`. */
export function formatZonedMomentFor(reader: DateReader, at: Date): string {
  return `${formatMomentFor(reader, at)} (${reader.timeZone ?? 'UTC'})`;
}
