import { type StatusPart, statusParts, statusPartTexts } from '@picksync/contracts';
import {
  isStale,
  type Status,
  type StatusDayView,
  type StatusIncidentView,
  type StatusPartView,
} from '../../base/status/read-status.ts';

const minuteMs = 60_000;
const longMinutes = 30;

const shortDay = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** Returns a day in UTC: `Nov 12`. */
export function formatUtcDay(at: Date): string {
  return shortDay.format(at);
}

/** Returns a time of the day in UTC: `08:20`. */
export function formatUtcTime(at: Date): string {
  return at.toISOString().slice(11, 16);
}

/** Returns a moment in UTC, with the day unless it is that of `reference`. */
export function formatUtc(at: Date, reference: Date): string {
  const isSameDay = at.toISOString().slice(0, 10) === reference.toISOString().slice(0, 10);
  return isSameDay ? formatUtcTime(at) : `${formatUtcDay(at)}, ${formatUtcTime(at)}`;
}

/** Returns how long something took: `38 min`, `2 h 5 min`, `3 days`. */
function formatSpan(ms: number): string {
  const minutes = Math.max(1, Math.round(ms / minuteMs));
  if (minutes < 120) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours >= 48) return `${Math.round(hours / 24)} days`;
  return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
}

export type Tone = 'good' | 'warn' | 'bad' | 'mute';

export type Banner = { tone: Tone; title: string; detail: string };

/** What a disturbed part means to people, the worst first. */
const meanings: readonly { part: StatusPart; tone: Tone; title: string; more: string }[] = [
  { part: 'website', tone: 'bad', title: 'The website does not answer', more: '' },
  { part: 'api', tone: 'bad', title: 'The API does not answer', more: '' },
  { part: 'checks', tone: 'warn', title: 'Lists follow late', more: ' Nothing is lost.' },
  { part: 'realtime', tone: 'warn', title: 'Lists follow late', more: ' Nothing is lost.' },
  {
    part: 'mail',
    tone: 'warn',
    title: 'Mails are late',
    more: ' They are sent as soon as that is possible.',
  },
  { part: 'payments', tone: 'warn', title: 'A payment provider does not answer', more: '' },
];

/** An update is announced so long before it begins. */
const announcedMs = 24 * 60 * minuteMs;

/** Returns how everything is, in one sentence. What was not measured now is never called well. */
export function toBanner({ measuredAt, parts, incidents, maintenance }: Status, now: Date): Banner {
  if (maintenance && maintenance.startsAt <= now) return toUpdateBanner(maintenance.endsAt, now);
  if (!measuredAt) {
    return {
      tone: 'mute',
      title: 'Not measured yet',
      detail: 'The first measurement comes within a minute.',
    };
  }
  if (isStale(measuredAt, now)) {
    const title = `No measurement for ${formatSpan(now.getTime() - measuredAt.getTime())}`;
    return { tone: 'mute', title, detail: 'We do not know how Picksync does right now.' };
  }
  for (const { part, tone, title, more } of meanings) {
    const found = parts.find((one) => one.part === part && one.isDisturbed && !isStale(one.measuredAt, now));
    if (found) return { tone, title, detail: `Since ${formatUtc(found.since, now)} UTC.${more}` };
  }
  const open = incidents.find(({ endedAt }) => endedAt === null);
  if (open) {
    return { tone: 'warn', title: open.title, detail: `Since ${formatUtc(open.startedAt, now)} UTC.` };
  }
  if (maintenance && maintenance.startsAt.getTime() - now.getTime() <= announcedMs) {
    const { startsAt, endsAt } = maintenance;
    return {
      tone: 'mute',
      title: `Everything works. Update on ${formatUtcDay(startsAt)}, ${formatUtcTime(startsAt)} to ${formatUtc(endsAt, startsAt)} UTC`,
      detail: 'Lists rest for some minutes and go on by themselves.',
    };
  }
  const detail = `Measured at ${formatUtcTime(measuredAt)} UTC, every minute. Smartsheet itself is not measured here.`;
  return { tone: 'good', title: 'Everything works', detail };
}

/** Nothing is measured during an update: workers rest. */
function toUpdateBanner(endsAt: Date, now: Date): Banner {
  const title =
    endsAt > now
      ? `Picksync is being updated until about ${formatUtc(endsAt, now)} UTC`
      : 'The update takes longer than planned';
  return { tone: 'mute', title, detail: 'You can look, not change. Your dropdowns stay as they are.' };
}

/** Returns the state of a part in a word. */
export function toPartState(view: StatusPartView, now: Date): { tone: Tone; word: string } {
  if (isStale(view.measuredAt, now)) return { tone: 'mute', word: 'Not measured' };
  if (!view.isDisturbed) return { tone: 'good', word: 'Working' };
  const word = statusPartTexts[view.part].disturbed;
  return { tone: word === 'No answer' ? 'bad' : 'warn', word };
}

export type DayLook = 'none' | 'good' | 'warn' | 'bad';

/** Returns how a day is drawn: one that was not measured is empty. */
export function toDayLook(day: StatusDayView | null): DayLook {
  if (day === null) return 'none';
  if (day.disturbed === 0) return 'good';
  return day.disturbed < longMinutes ? 'warn' : 'bad';
}

/** Returns in words what the bars of a part show. */
export function describeDays(days: readonly (StatusDayView | null)[]): string {
  const measured = days.filter((day) => day !== null);
  const disturbed = measured.filter((day) => day.disturbed > 0).length;
  return `${measured.length} ${measured.length === 1 ? 'day' : 'days'} measured, ${disturbed || 'none'} with a disturbance`;
}

/** Returns the share of the measured minutes without a disturbance, never rounded up: `99.96 %`. */
export function formatShare(days: readonly (StatusDayView | null)[]): string {
  let [measured, disturbed] = [0, 0];
  for (const day of days) {
    measured += day?.measured ?? 0;
    disturbed += day?.disturbed ?? 0;
  }
  if (measured === 0) return '';
  const share = Math.floor(((measured - disturbed) / measured) * 10_000) / 100;
  return `${disturbed === 0 ? '100' : share.toFixed(2)} %`;
}

/** Returns when an incident was, how long, and what it was about. */
export function describeIncident({ startedAt, endedAt, parts }: StatusIncidentView): string {
  const start = `${formatUtcDay(startedAt)}, ${formatUtcTime(startedAt)}`;
  const span = endedAt
    ? `${start} to ${formatUtc(endedAt, startedAt)} UTC, ${formatSpan(endedAt.getTime() - startedAt.getTime())}.`
    : `Since ${start} UTC.`;
  return `${span} ${listParts(parts)}`.trim();
}

function listParts(parts: readonly StatusPart[]): string {
  if (parts.length === 0) return '';
  if (parts.length === statusParts.length) return 'All parts.';
  const [first = '', ...rest] = parts.map((part) => statusPartTexts[part].name);
  return `${[first, ...rest.map(inSentence)].join(', ')}.`;
}

function inSentence(name: string): string {
  return name === 'API' ? name : name.charAt(0).toLowerCase() + name.slice(1);
}
