import type { Time } from '../model.ts';

/** How a call wants its dates. */
export type TimeFormat = (time: Time) => string | number;

/** ISO 8601 in whole seconds, or with `numericDates` milliseconds since the epoch. */
export function timeFormat(numericDates: boolean): TimeFormat {
  return numericDates ? (time) => time : (time) => `${new Date(time).toISOString().slice(0, 19)}Z`;
}
