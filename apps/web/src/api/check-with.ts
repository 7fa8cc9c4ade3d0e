import { fieldErrors } from '@picksync/contracts';
import type * as z from 'zod';

/** What was typed, tidied; or what is wrong with it, by field. */
export type Checked<F> = { values: F } | { errors: Record<string, string> };

/** Returns a function that checks a form by a schema of the contract. */
export function checkWith<F>(schema: z.ZodType<F>): (typed: F) => Checked<F> {
  return (typed) => {
    const parsed = schema.safeParse(typed);
    return parsed.success ? { values: parsed.data } : { errors: fieldErrors(parsed.error.issues) };
  };
}

/** Returns the same for a form that holds something else than its body, such as inputs that stay empty. */
export function checkBodyWith<F>(schema: z.ZodType, toBody: (typed: F) => unknown) {
  const check = checkWith<unknown>(schema);
  return (typed: F): Checked<F> => {
    const checked = check(toBody(typed));
    return 'values' in checked ? { values: typed } : checked;
  };
}
