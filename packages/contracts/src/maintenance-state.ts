import { type DateReader, dateWriter } from './dates.ts';
import type { MaintenanceWindow } from './maintenance.ts';

// Apart from the schema: the dashboard needs it before anything else.

/** `late`: it is on and takes longer than planned. */
export type MaintenanceState = 'announced' | 'on' | 'late' | 'over';

const minute = 60_000;
const hour = 60 * minute;

/** How long before its begin a window is shown, and how long after its end. */
const shownBeforeMs = 24 * hour;
export const shownAfterMs = hour;

/** Returns what people are told of a window at a time; null when that is nothing. */
export function getMaintenanceState(window: MaintenanceWindow, now: Date): MaintenanceState | null {
  const [starts, ends] = [Date.parse(window.startsAt), Date.parse(window.endsAt)];
  const at = now.getTime();
  if (window.endedAt !== null) {
    const ended = Date.parse(window.endedAt);
    // One that was withdrawn has never begun.
    return ended > starts && at - ended < shownAfterMs ? 'over' : null;
  }
  if (at < starts) return starts - at <= shownBeforeMs ? 'announced' : null;
  return window.nextWordAt !== null || at >= ends ? 'late' : 'on';
}

/** Returns whether nothing can be changed and workers rest. */
export function isMaintenanceOn(window: MaintenanceWindow | undefined, now: Date): boolean {
  return window !== undefined && window.endedAt === null && Date.parse(window.startsAt) <= now.getTime();
}

/** Returns the times at which what is told of a window may change. */
export function maintenanceTimes({
  startsAt,
  endsAt,
  nextWordAt,
  endedAt,
}: MaintenanceWindow): (string | null)[] {
  const shift = (iso: string, ms: number) => new Date(Date.parse(iso) + ms).toISOString();
  return [
    shift(startsAt, -shownBeforeMs),
    startsAt,
    endsAt,
    nextWordAt,
    endedAt && shift(endedAt, shownAfterMs),
  ];
}

const overdueRetrySeconds = 300;
const leastRetrySeconds = 60;

/** Returns after how many seconds a refused change is worth another try. */
export function getMaintenanceRetrySeconds(window: MaintenanceWindow, now: Date): number {
  const left = Date.parse(window.nextWordAt ?? window.endsAt) - now.getTime();
  return left <= 0 ? overdueRetrySeconds : Math.max(leastRetrySeconds, Math.ceil(left / 1000));
}

/** A sentence in bold, and what follows it. */
export type MaintenanceText = { title: string; text: string };

const staysAsItIs = 'Your dropdowns stay as they are.';
const lookOnly = 'You can look, not change.';

type Wording = {
  state: MaintenanceState;
  reader: DateReader;
  now: Date;
  /** Stands behind times, for a reader whose zone is not known: ` UTC`. */
  zone?: string;
};

/** Returns the words for a window in a state, with its times as the reader reads them. */
export function describeMaintenance(
  window: MaintenanceWindow,
  { state, reader, now, zone = '' }: Wording,
): MaintenanceText {
  const { dayOfYear, time, moment } = dateWriter(reader);
  const [starts, ends] = [new Date(window.startsAt), new Date(window.endsAt)];
  /** The time alone, where it is on the same day as another one. */
  const near = (at: Date, other: Date) => (dayOfYear(at) === dayOfYear(other) ? time(at) : moment(at)) + zone;
  if (state === 'announced') {
    return {
      title: `Update on ${moment(starts)} to ${near(ends, starts)} (your time).`,
      text: 'Lists rest for some minutes and go on by themselves.',
    };
  }
  if (state === 'on') {
    const title = `Picksync is being updated until about ${near(ends, now)}.`;
    return { title, text: `${lookOnly} ${staysAsItIs}` };
  }
  if (state === 'late') {
    const next = window.nextWordAt === null ? null : new Date(window.nextWordAt);
    const word = next !== null && next > now ? `Next word at ${near(next, now)}. ` : '';
    return { title: 'The update takes longer than planned.', text: `${word}${lookOnly} ${staysAsItIs}` };
  }
  const { checkedAt } = window;
  const checked = checkedAt === null ? '' : `All lists were checked at ${near(new Date(checkedAt), now)}.`;
  return { title: 'The update is over.', text: checked };
}
