import * as z from 'zod';
import { parseSealingKeys } from './sealed.ts';

/** Of 32 random bytes some thirty differ. */
const leastDifferentBytes = 16;

/** The setting `SEALING_KEYS`: parsed, or refused in words that follow its name and show no key. */
export const sealingKeysSetting = z
  .string('is the list of keys that seal secrets in the database')
  .transform((text, context) => {
    try {
      return parseSealingKeys(text);
    } catch {
      context.addIssue('is a list of name:key, each key 32 random bytes in base64');
      return z.NEVER;
    }
  })
  // The others may be: what they sealed has to be opened before it is sealed with the first one.
  .refine(([first]) => new Set(first?.key).size >= leastDifferentBytes, {
    error: 'begins with a key that is not random: make one with openssl rand -base64 32, and put it first',
  });
