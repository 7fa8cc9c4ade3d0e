import '../../api/zod-without-eval.ts';
import { contactBody, fieldErrors } from '@picksync/contracts';
import type * as z from 'zod';

export type ContactValues = z.output<typeof contactBody>;

/** Returns the tidied message, or what is wrong with it by field. */
export function checkContact(
  typed: ContactValues,
): { values: ContactValues } | { errors: Record<string, string> } {
  const parsed = contactBody.safeParse(typed);
  return parsed.success ? { values: parsed.data } : { errors: fieldErrors(parsed.error.issues) };
}
