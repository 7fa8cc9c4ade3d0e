const dayOfYear = { month: 'short', day: 'numeric' } as const;
const timeOfDay = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

const looks = {
  day: { ...dayOfYear, year: 'numeric' },
  dayOfYear,
  time: timeOfDay,
  moment: { ...dayOfYear, ...timeOfDay },
} as const;

let zone: { timeZone?: string } = {};
let formats: Partial<Record<keyof typeof looks, Intl.DateTimeFormat>> = {};

/** A format is made when it is first used: the first of them takes a slow browser longer than all the rest of a page. */
function write(look: keyof typeof looks, iso: string): string {
  formats[look] ??= formatIn(look);
  return formats[look].format(new Date(iso));
}

function formatIn(look: keyof typeof looks): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en-US', { ...looks[look], ...zone });
  } catch {
    // The zone may come from a newer browser than this one.
    return new Intl.DateTimeFormat('en-US', looks[look]);
  }
}

/** Writes days and times by this zone from now on; by the browser's own where none is given, or one that it does not know. */
export function writeDatesIn(timeZone: string | null | undefined): void {
  zone = timeZone ? { timeZone } : {};
  formats = {};
}

const minute = 60_000;
const hour = 60 * minute;
const dayLong = 24 * hour;

/** A day as in `Dec 5, 2026`; `N/A` when there is none. */
export function formatDay(iso: string | null | undefined): string {
  return iso ? write('day', iso) : 'N/A';
}

/** A day without its year, as in `Dec 5`. */
export function formatDayOfYear(iso: string): string {
  return write('dayOfYear', iso);
}

/** How long ago, as in `3 min ago`; from a week on the day itself. `Never` when it has not happened. */
export function formatAgo(iso: string | null | undefined, now: Date): string {
  if (!iso) return 'Never';
  const past = now.getTime() - new Date(iso).getTime();
  if (past < minute) return 'Just now';
  if (past < hour) return `${Math.floor(past / minute)} min ago`;
  if (past < dayLong) return `${Math.floor(past / hour)} h ago`;
  const days = Math.floor(past / dayLong);
  if (days < 7) return days === 1 ? 'Yesterday' : `${days} days ago`;
  return formatDay(iso);
}

/** The day and the time, as in `Dec 5, 21:12`. */
export function formatMoment(iso: string): string {
  return write('moment', iso);
}

/** The time of a day, as in `21:12`. */
export function formatTime(iso: string): string {
  return write('time', iso);
}
