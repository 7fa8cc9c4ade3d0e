import * as z from 'zod';

/** Building blocks for reading answers: unknown members are ignored, missing and null ones mean the same. */

/** An id as our string; Smartsheet sends a number (or, exact beyond 2^53, what `parseExactJson` made of it). */
export const wireId = z.union([z.string(), z.int()]).transform(String);

export const wireIdOrNull = wireId.nullish().transform((id) => id ?? null);

export const wireText = z
  .string()
  .nullish()
  .transform((text) => text ?? null);

/**
 * A name that a person gave to a sheet, a column or a place. Names are stored, and a database takes neither half a character
 * nor the character 0: whoever may name a sheet could stop all that reads it.
 */
export const wireName = z.string().transform((name) => name.toWellFormed().replaceAll('\0', '\uFFFD'));

export const wireFlag = z
  .boolean()
  .nullish()
  .transform((flag) => flag ?? false);

/** A whole number; quoted ones occur ("Get Sheet Version" has been seen with both). */
export const wireCount = z.union([
  z.int(),
  z
    .string()
    .regex(/^-?\d+$/)
    .transform(Number),
]);

export const wireCountOrNull = wireCount.nullish().transform((count) => count ?? null);

/** A time; both `Z` and `+00:00`, and `+0000` as callbacks have been seen to send. Unreadable ones become null. */
export const wireTime = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((time) => readTime(time));

/** Returns the schema of a word of a known list; any other becomes `UNKNOWN`, so that a new one breaks nothing. */
export function wireWord<const Word extends string>(words: readonly Word[]) {
  return z
    .unknown()
    .optional()
    .transform((word) => words.find((known) => known === word) ?? ('UNKNOWN' as const));
}

function readTime(time: string | number | null | undefined) {
  if (time === null || time === undefined) return null;
  const date = new Date(typeof time === 'string' ? time.replace(/([+-]\d\d)(\d\d)$/, '$1:$2') : time);
  return Number.isNaN(date.getTime()) ? null : date;
}
