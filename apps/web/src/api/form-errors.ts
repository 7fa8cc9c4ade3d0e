import { ApiError } from './api-error.ts';

/** Returns the server's message, or the fallback when it sent none. */
export function getMessage(problem: unknown, fallback: string): string {
  if (!(problem instanceof ApiError)) return fallback;
  // Without a reply, the body is a substitute and says less than the error.
  return (problem.status === 0 ? problem.message : problem.reply.message) || fallback;
}

/** What is wrong, by field. `form` is for what belongs to no field. */
export type FormErrors<Name extends string> = Partial<Record<Name | 'form', string>>;

type FailedForm<Name extends string> = { problem: unknown; fields: readonly Name[]; fallback: string };

/** Returns the messages of a failed call for the fields it names, else one for the form. */
export function toFormErrors<Name extends string>({
  problem,
  fields,
  fallback,
}: FailedForm<Name>): FormErrors<Name> {
  const named = (problem instanceof ApiError && problem.reply.errors) || {};
  const errors: FormErrors<Name> = {};
  for (const field of fields) if (named[field]) errors[field] = named[field];
  return Object.keys(errors).length > 0 ? errors : { ...errors, form: getMessage(problem, fallback) };
}
