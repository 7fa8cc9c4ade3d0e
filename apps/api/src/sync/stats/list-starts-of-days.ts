const dayMs = 24 * 60 * 60 * 1000;

const formats = new Map<string, Intl.DateTimeFormat>();

function getFormat(timeZone: string): Intl.DateTimeFormat {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  formats.set(timeZone, format);
  return format;
}

/** Returns what the clocks of a zone show at a moment, as if it were UTC. */
function toWallClock(at: number, timeZone: string): number {
  const parts = getFormat(timeZone).formatToParts(at);
  const field = (name: string) => Number(parts.find(({ type }) => type === name)?.value);
  return Date.UTC(
    field('year'),
    field('month') - 1,
    field('day'),
    field('hour'),
    field('minute'),
    field('second'),
  );
}

function toMidnight(wall: number): number {
  return Math.floor(wall / dayMs) * dayMs;
}

/** Returns the first moment of the day that begins at `midnight` of the zone's clocks. Clocks may skip or repeat midnight. */
function startOfDay(midnight: number, timeZone: string): number {
  const offsetAt = (at: number) => toWallClock(at, timeZone) - at;
  const first = midnight - offsetAt(midnight);
  const second = midnight - offsetAt(first);
  const moments = [Math.min(first, second), Math.max(first, second)];
  return moments.find((at) => toMidnight(toWallClock(at, timeZone)) === midnight) ?? second;
}

/**
 * Returns the first moments of the last `count` days in a time zone, oldest first; the last of them is today's. Days are
 * as long as the zone makes them: 23, 24 or 25 hours.
 */
export function listStartsOfDays({
  at,
  count,
  timeZone,
}: {
  at: Date;
  count: number;
  timeZone: string;
}): Date[] {
  const today = toMidnight(toWallClock(Math.floor(at.getTime() / 1000) * 1000, timeZone));
  return Array.from(
    { length: count },
    (_, day) => new Date(startOfDay(today - (count - 1 - day) * dayMs, timeZone)),
  );
}
