import type { Time } from '../model.ts';

/** Formats a time for the response. */
export type TimeFormat = (time: Time) => string | number;

/** Returns a formatter to ISO 8601 in whole seconds, or with `numericDates` to milliseconds since the epoch. */
export function timeFormat(numericDates: boolean): TimeFormat {
  return numericDates ? (time) => time : (time) => `${new Date(time).toISOString().slice(0, 19)}Z`;
}
