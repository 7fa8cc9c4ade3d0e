import {
  type DateReader,
  type DateWriter,
  dateWriter,
  describeDaysUntil,
  findTimeZone,
  noBreak,
  usualDateLook,
} from '@picksync/contracts';
import { getDateReader } from './date-reader.ts';

/** Nobody has chosen anything, and the zone is the browser's own. */
const usual: DateReader = { ...usualDateLook, timeZone: null };

/** What writes dates for a reader, and days of the calendar. */
type Writers = { reader: DateReader; writer: DateWriter; calendar: DateWriter };

function toWriters(reader: DateReader): Writers {
  return {
    reader,
    writer: dateWriter(reader),
    calendar: dateWriter({ ...reader, timeZone: 'UTC' }),
  };
}

let writers = toWriters(usual);

/** Returns the writers of the user who is signed in. Making them takes longer than writing, so they are kept. */
function getWriters(): Writers {
  const reader = getDateReader() ?? usual;
  if (writers.reader !== reader) writers = toWriters(reader);
  return writers;
}

const minute = 60_000;
const hour = 60 * minute;
const dayLong = 24 * hour;

/** A day as in `Dec 5, 2026`; `N/A` when there is none. */
export function formatDay(iso: string | null | undefined): string {
  return iso ? getWriters().writer.day(new Date(iso)) : 'N/A';
}

/** A day without its year, as in `Dec 5`; with a moment to read it at, `Dec 5, 2025` where it may be taken for that of another year. */
export function formatDayOfYear(iso: string, now?: Date): string {
  const at = new Date(iso);
  const { writer } = getWriters();
  return now && !isNear(at, now) ? writer.day(at) : writer.dayOfYear(at);
}

/** Returns how many days away a moment is by the reader's calendar: 0 for today, 1 for tomorrow. */
export function countDaysUntil(iso: string, now: Date): number {
  return getWriters().writer.daysUntil(new Date(iso), now);
}

/** Returns how far away a day is, as in `today`, `tomorrow` or `in 3 days`. */
export function formatDaysUntil(iso: string, now: Date): string {
  return describeDaysUntil(countDaysUntil(iso, now));
}

/**
 * How long ago, as in `3 min ago`; from a week on the day itself. `Never` when it has not happened. A number never stands at
 * the end of a line without its unit.
 */
export function formatAgo(iso: string | null | undefined, now: Date): string {
  if (!iso) return 'Never';
  const past = now.getTime() - new Date(iso).getTime();
  if (past < minute) return 'Just now';
  if (past < hour) return `${Math.floor(past / minute)}${noBreak}min ago`;
  if (past < dayLong) return `${Math.floor(past / hour)}${noBreak}h ago`;
  const days = Math.floor(past / dayLong);
  if (days === 1) return isYesterday(new Date(iso), now) ? 'Yesterday' : '2 days ago';
  if (days < 7) return `${days} days ago`;
  return formatDay(iso);
}

/** The same in few letters, for what is kept for months: from a week on the day without its year, as in `Dec 5`. */
export function formatAgoBriefly(iso: string, now: Date): string {
  const isOld = now.getTime() - new Date(iso).getTime() >= 7 * dayLong;
  return isOld ? formatDayOfYear(iso) : formatAgo(iso, now);
}

/** How long ago within a sentence, as in `just now`; the name of a month keeps its capital. */
export function formatAgoWithin(iso: string | null | undefined, now: Date): string {
  return formatAgo(iso, now).replace(/^(Never|Just now|Yesterday)$/, (words) => words.toLowerCase());
}

/** A day as a heading, as in `Today, Dec 5`, `Yesterday, Dec 4` and `Thu, Dec 3`; with its year where that is another one. */
export function formatDayHeading(iso: string, now: Date): string {
  const at = new Date(iso);
  const { writer } = getWriters();
  const day = writer.day(at);
  if (day === writer.day(now)) return `Today, ${writer.dayOfYear(at)}`;
  if (isYesterday(at, now)) return `Yesterday, ${writer.dayOfYear(at)}`;
  return isNear(at, now) ? writer.weekday(at) : day;
}

/** Returns whether a moment is less than half a year away: nobody takes its day for that of another year. */
function isNear(at: Date, now: Date): boolean {
  return Math.abs(at.getTime() - now.getTime()) < 180 * dayLong;
}

/** Returns whether a moment was on the day before by the reader's calendar. When clocks change, a day has 23 or 25 hours. */
function isYesterday(at: Date, now: Date): boolean {
  const { writer } = getWriters();
  const today = writer.day(now);
  const before = [23, 25].map((hours) => writer.day(new Date(now.getTime() - hours * hour)));
  return writer.day(at) === before.find((day) => day !== today);
}

/** The day and the time, as in `Dec 5, 9:12 PM`; with its year, `Dec 5, 2025, 9:12 PM`, where that may be taken for another one. */
export function formatMoment(iso: string, now = new Date()): string {
  const at = new Date(iso);
  const { writer } = getWriters();
  return isNear(at, now) ? writer.moment(at) : writer.fullMoment(at);
}

/** The time of a day, as in `9:12 PM`. */
export function formatTime(iso: string): string {
  return getWriters().writer.time(new Date(iso));
}

/** The time of a moment, as in `9:12 PM`, with its day where that is not today by the reader's calendar: `Dec 5, 9:12 PM`. */
export function formatRecent(iso: string, now: Date): string {
  return isToday(iso, now) ? formatTime(iso) : formatMoment(iso, now);
}

/** Whether a moment is of today, by the reader's calendar. */
export function isToday(iso: string, now: Date): boolean {
  return formatDay(iso) === formatDay(now.toISOString());
}

/** The time of a day in another zone, as in `9:12 PM`; undefined in a zone that this browser does not know. */
export function timeIn(timeZone: string, at: Date): string | undefined {
  return findTimeZone(timeZone) && dateWriter({ ...getWriters().reader, timeZone }).time(at);
}

/** A day of the calendar, kept as its midnight in UTC, as in `Sat, Dec 5`. */
export function formatCalendarDay(midnight: number): string {
  return getWriters().calendar.weekday(new Date(midnight));
}

/** Returns the clock of a time zone at a moment, as in `2027-05-31 23:59:59`; that of this browser where it does not know the zone. */
function readClock(at: number, zone = getDateReader()?.timeZone ?? ''): string {
  const timeZone = findTimeZone(zone);
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(at);
}

/** Returns the day of a moment in the reader's time zone, as a date input holds it: `2027-05-31`. */
export function toDayInput(iso: string): string {
  return readClock(Date.parse(iso)).slice(0, 10);
}

/** Returns the day of a moment in a time zone, as `formatCalendarDay` takes it: its midnight in UTC. */
export function toCalendarDay(at: Date, timeZone: string): number {
  return Date.parse(readClock(at.getTime(), timeZone).slice(0, 10));
}

/** Returns the last second of such a day in the reader's time zone; the text as it is where it is no day. */
export function toEndOfDay(day: string): string {
  const clock = Date.parse(`${day}T23:59:59Z`);
  if (Number.isNaN(clock)) return day;
  const offset = (at: number) => Date.parse(`${readClock(at).replace(' ', 'T')}Z`) - at;
  // Where the clock changes in between, the offset of the first guess is that of another hour.
  return new Date(clock - offset(clock - offset(clock))).toISOString();
}
