const dayOfYear = { month: 'short', day: 'numeric' } as const;
const timeOfDay = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

function formatsIn(zone: { timeZone?: string }) {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-US', { ...options, ...zone });
  return {
    day: format({ ...dayOfYear, year: 'numeric' }),
    time: format(timeOfDay),
    moment: format({ ...dayOfYear, ...timeOfDay }),
  };
}

let formats = formatsIn({});

/** Writes days and times by this zone from now on; by the browser's own where none is given, or one that it does not know. */
export function writeDatesIn(timeZone: string | null | undefined): void {
  try {
    formats = formatsIn(timeZone ? { timeZone } : {});
  } catch {
    formats = formatsIn({});
  }
}

const minute = 60_000;
const hour = 60 * minute;
const dayLong = 24 * hour;

/** A day as in `Dec 5, 2026`; `N/A` when there is none. */
export function formatDay(iso: string | null | undefined): string {
  return iso ? formats.day.format(new Date(iso)) : 'N/A';
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
  return formats.moment.format(new Date(iso));
}

/** The time of a day, as in `21:12`. */
export function formatTime(iso: string): string {
  return formats.time.format(new Date(iso));
}
