import * as z from 'zod';
import { findTimeZone } from './dates.ts';

/** A time zone that somebody chose. */
export const knownTimeZoneField = z
  .string('Please choose a time zone')
  .max(64, 'Please choose a time zone')
  .transform((name, context) => {
    const known = findTimeZone(name);
    if (known === undefined) context.addIssue('Please choose a time zone from the list');
    return known ?? z.NEVER;
  });

/**
 * The time zone of a browser. One that is not known here counts as not given: it may be newer than this server, and is no
 * reason to reject a sign-in.
 */
export const timeZoneField = z
  .string()
  .max(64)
  .optional()
  .catch(undefined)
  .transform((name) => (name === undefined ? undefined : findTimeZone(name)));
