import { fieldErrors } from '@picksync/contracts';
import type * as z from 'zod';

/** What can be sent of what was typed; or what is wrong with it, by field. */
export type Checked<B> = { values: B } | { errors: Record<string, string> };

/** Returns a function that checks a form by a schema of the contract. */
export function checkWith<B>(schema: z.ZodType<B>): (typed: unknown) => Checked<B> {
  return (typed) => {
    const parsed = schema.safeParse(typed);
    return parsed.success ? { values: parsed.data } : { errors: fieldErrors(parsed.error.issues) };
  };
}
