import { type Clock, timeOfDay } from '@picksync/contracts';

/** Where support works: the hours that are shown are those of the US East Coast. */
const officeZone = 'America/New_York';
const [opensAt, closesAt] = [9 * 60, 17 * 60];
const workingDays = [0, 1, 2, 3, 4];
export const dayMinutes = 24 * 60;

export const dayNames = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const;

/** A stretch of a day, in minutes from its midnight. */
export type OpenHours = { from: number; to: number };

/** Minutes since Monday, midnight, that a clock in this zone shows. */
function weekMinuteIn(timeZone: string, at: Date): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'long',
    hour: 'numeric',
    minute: 'numeric',
    hourCycle: 'h23',
  }).formatToParts(at);
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? '';
  const day = (dayNames as readonly string[]).indexOf(part('weekday'));
  return day * dayMinutes + Number(part('hour')) * 60 + Number(part('minute'));
}

/** Returns the week of support in the reader's zone, with its hours by their clock. */
export function supportWeek({ timeZone, clock }: { timeZone: string; clock: Clock }, at: Date) {
  const week = 7 * dayMinutes;
  const here = weekMinuteIn(timeZone, at);
  const shift = here - weekMinuteIn(officeZone, at);
  const days: OpenHours[][] = dayNames.map(() => []);
  for (const day of workingDays) {
    let from = (day * dayMinutes + opensAt + shift + week) % week;
    const end = from + closesAt - opensAt;
    while (from < end) {
      const to = Math.min(end, (Math.floor(from / dayMinutes) + 1) * dayMinutes);
      const begin = from % dayMinutes;
      days[Math.floor(from / dayMinutes) % 7]?.push({ from: begin, to: begin + to - from });
      from = to;
    }
  }
  for (const hours of days) hours.sort((a, b) => a.from - b.from);
  const opens = opensAt + shift + week;
  const getDay = (day: number) => dayNames[(day + Math.floor(opens / dayMinutes)) % 7] ?? '';
  const hourText = (minute: number) => clockTime(minute % dayMinutes, clock);
  const hours = `${hourText(opens)} to ${hourText(opens + closesAt - opensAt)}`;
  return {
    /** For each day from Monday on, when support is open, by the reader's clock. */
    days,
    /** Where the reader's clock is: the day from 0 for Monday, and the minute of that day. */
    now: { day: Math.floor(here / dayMinutes), minute: here % dayMinutes },
    /** In words: `Monday to Friday, 3 PM to 11 PM`. */
    text: `${getDay(0)} to ${getDay(4)}, ${hours}`,
  };
}

/** The time of a day as people say it: `3 PM`, `9:30 AM`; `15:00` with 24 hours. */
export function clockTime(minute: number, clock: Clock): string {
  return timeOfDay(minute, clock).replace(/:00(?=\s)/, '');
}
