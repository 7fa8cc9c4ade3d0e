/** The 12-hour or the 24-hour clock: `9:12 PM` or `21:12`. */
export const clocks = ['h12', 'h24'] as const;
export type Clock = (typeof clocks)[number];

/** Which part of a date comes first: `Dec 5, 2026`, `5 Dec 2026` or `2026-12-05`. */
export const dateOrders = ['month', 'day', 'year'] as const;
export type DateOrder = (typeof dateOrders)[number];

/** How a user reads dates and times. */
export type DateLook = { clock: Clock; dateOrder: DateOrder };

/** The default for users who have not chosen another one. */
export const usualDateLook: DateLook = { clock: 'h12', dateOrder: 'month' };

/** How and in which time zone a user reads dates and times. `timeZone` is null if it is not known. */
export type DateReader = DateLook & { timeZone: string | null };

export type DateWriter = {
  /** As in `Dec 5, 2026`. */
  day: (at: Date) => string;
  /** As in `December 5, 2026`. */
  longDay: (at: Date) => string;
  /** As in `Dec 5`. */
  dayOfYear: (at: Date) => string;
  /** As in `Sat, Dec 5`. */
  weekday: (at: Date) => string;
  /** As in `9:12 PM`. */
  time: (at: Date) => string;
  /** As in `Dec 5, 9:12 PM`. */
  moment: (at: Date) => string;
  /** As in `Dec 5, 2026, 9:12 PM`. */
  fullMoment: (at: Date) => string;
  /** The midnights of the reader between now and a moment: 0 is today, 1 tomorrow. Never negative. */
  daysUntil: (at: Date, now: Date) => number;
};

const months = 'January February March April May June July August September October November December'.split(
  ' ',
);

/** Keeps two words on one line. */
export const noBreak = '\u00a0';

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}

/** Returns the time of a day from the minutes since its midnight, as in `9:12 PM` or `21:12`. */
export function timeOfDay(minutes: number, clock: Clock): string {
  const [hour, minute] = [Math.floor(minutes / 60), twoDigits(minutes % 60)];
  if (clock === 'h24') return `${twoDigits(hour)}:${minute}`;
  return `${hour % 12 || 12}:${minute}${noBreak}${hour < 12 ? 'AM' : 'PM'}`;
}

/** Returns the IANA name as this runtime writes it; undefined for anything it does not know and for offsets such as `+02:00`. */
export function findTimeZone(name: string): string | undefined {
  if (!/^[A-Za-z]/.test(name)) return undefined;
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

function formatIn(timeZone: string | undefined): Intl.DateTimeFormat {
  const look = {
    weekday: 'short',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    hourCycle: 'h23',
  } as const;
  try {
    return new Intl.DateTimeFormat('en-US', { ...look, ...(timeZone && { timeZone }) });
  } catch {
    // The zone may come from a newer browser than this one.
    return new Intl.DateTimeFormat('en-US', look);
  }
}

type Parts = { weekday: string; year: string; month: number; day: string; minutes: number };

function toParts(format: Intl.DateTimeFormat, at: Date): Parts {
  const found = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]));
  const part = (type: Intl.DateTimeFormatPartTypes) => found.get(type) ?? '';
  return {
    weekday: part('weekday'),
    year: part('year'),
    month: Number(part('month')),
    day: part('day'),
    minutes: Number(part('hour')) * 60 + Number(part('minute')),
  };
}

type MonthName = 'short' | 'long';

function dayText({ year, month, day }: Parts, order: DateOrder, name: MonthName): string {
  if (order === 'year') return `${year}-${twoDigits(month)}-${twoDigits(Number(day))}`;
  const within = writeDayOfYear({ month, day }, order, name);
  return order === 'day' ? `${within} ${year}` : `${within}, ${year}`;
}

/** Writes a day without its year. In the order year, month, day the month then comes first. */
function writeDayOfYear(
  { month, day }: Pick<Parts, 'month' | 'day'>,
  order: DateOrder,
  name: MonthName,
): string {
  const whole = months[month - 1] ?? '';
  const written = name === 'long' ? whole : whole.slice(0, 3);
  return order === 'day' ? `${day} ${written}` : `${written} ${day}`;
}

const dayMs = 24 * 60 * 60_000;

/** Returns the midnight UTC of the same date, so that days are counted where clocks change. */
function toMidnight({ year, month, day }: Parts): number {
  return Date.UTC(Number(year), month - 1, Number(day));
}

/** Returns when something is that many days away, as in `today`, `tomorrow` or `in 5 days`. */
export function describeDaysUntil(days: number): string {
  if (days < 1) return 'today';
  return days === 1 ? 'tomorrow' : `in ${days} days`;
}

/**
 * Returns the formatter of dates and times for a reader. All pages and mails use it. Without a time zone, or with an unknown
 * one, it uses the zone of this runtime. The `Intl` formats are created on first use, because that is slow in some browsers.
 */
export function dateWriter({ timeZone, clock, dateOrder }: DateReader): DateWriter {
  let format: Intl.DateTimeFormat | undefined;
  const read = (at: Date) => {
    format ??= formatIn(timeZone ?? undefined);
    return toParts(format, at);
  };
  const time = ({ minutes }: Parts) => timeOfDay(minutes, clock);
  const short = (parts: Parts) => writeDayOfYear(parts, dateOrder, 'short');
  const whole = (parts: Parts) => dayText(parts, dateOrder, 'short');
  const writing = (write: (parts: Parts) => string) => (at: Date) => write(read(at));
  return {
    day: writing(whole),
    longDay: writing((parts) => dayText(parts, dateOrder, 'long')),
    dayOfYear: writing(short),
    weekday: writing((parts) => `${parts.weekday}, ${short(parts)}`),
    time: writing(time),
    moment: writing((parts) => `${short(parts)}, ${time(parts)}`),
    fullMoment: writing((parts) => `${whole(parts)}, ${time(parts)}`),
    daysUntil: (at, now) => Math.max(0, (toMidnight(read(at)) - toMidnight(read(now))) / dayMs),
  };
}
