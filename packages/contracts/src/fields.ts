import * as z from 'zod';

/** Something that can be seen: not only spaces, control characters and marks without a width. Characters of the future count as visible. */
export const visible = /[^\p{Cc}\p{Cf}\p{Z}]/u;

/** Returns the schema of a name that comes from Smartsheet, which allows more than we do: trimmed, not empty, bounded. */
export function foreignName({ message, max }: { message: string; max: number }) {
  return z.string(message).trim().min(1, message).max(max, `Please use at most ${max} characters`);
}

/** Returns the schema of a text that must be given: trimmed, to be seen, bounded. `message` says what is missing. */
export function requiredText({ message, max }: { message: string; max: number }) {
  return z.string(message).trim().regex(visible, message).max(max, `Please use at most ${max} characters`);
}

/** A text on one line, without control characters: some stand in the subject of a mail, or cannot be stored. */
export const oneLine = /^[^\p{Cc}\p{Zl}\p{Zp}]*$/u;

/** An email address as it is stored and compared: trimmed, in lower case. 254 is the longest address SMTP carries. */
export const emailField = (() => {
  const message = 'Please enter a valid email address';
  return z.string(message).trim().toLowerCase().max(254, message).check(z.email(message));
})();

const largestSmartsheetId = 9_223_372_036_854_775_807n;

/** Returns the schema of a Smartsheet id: a positive signed 64-bit number, kept as a string because it does not fit a JSON number. */
export function smartsheetIdField(message = 'Please give a Smartsheet id') {
  return z
    .string(message)
    .trim()
    .max(19, { error: message, abort: true })
    .regex(/^[1-9]\d*$/, { error: message, abort: true })
    .refine((id) => BigInt(id) <= largestSmartsheetId, message);
}

/** An id of ours: a UUID, in small letters as the database writes it, because ids are compared as texts. */
export const idField = z.uuid('Please give an id').toLowerCase();

export const idParams = z.strictObject({ id: idField });

/** A moment as JSON carries it: ISO 8601 in UTC, as `Date.prototype.toISOString` writes it. */
export const isoTime = z.iso.datetime();

const momentMessage = 'Please give a moment, such as 2026-11-22T10:00:00.000Z';

/** A moment that a request names. The database knows no year 0. */
export const givenTime = z.iso
  .datetime(momentMessage)
  .max(40, momentMessage)
  .refine((text) => !text.startsWith('0000'), momentMessage);

/** A count: a whole number from 0. */
export const count = z.int().nonnegative();

/** Returns the query fields of a paged list. `cursor` is opaque: it comes from the header `x-next-cursor` of the page before. */
export function pageQuery({ defaultLimit, maxLimit }: { defaultLimit: number; maxLimit: number }) {
  return {
    cursor: z.string().max(200).optional(),
    limit: z.coerce.number<number | string>().int().min(1).max(maxLimit).default(defaultLimit),
  };
}

/** The reply of a call that has nothing but a message. */
export const messageReply = z.object({ message: z.string() });

/** The reply of a raw endpoint is not JSON of ours. */
export const rawReply = z.unknown();
