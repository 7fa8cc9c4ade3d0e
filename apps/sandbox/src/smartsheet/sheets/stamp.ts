import type { Time } from '../model.ts';

/** How a call wants its dates. */
export type Stamp = (time: Time) => string | number;

/** ISO 8601 in whole seconds, or with `numericDates` milliseconds since the epoch. */
export const stampOf = (numericDates: boolean): Stamp =>
  numericDates ? (time) => time : (time) => `${new Date(time).toISOString().slice(0, 19)}Z`;
