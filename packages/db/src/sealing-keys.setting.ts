import * as z from 'zod';
import { parseSealingKeys } from './sealed.ts';

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
  });
