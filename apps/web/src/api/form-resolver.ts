import type { FieldErrors, FieldValues, Path, UseFormSetError } from 'react-hook-form';
import type { Checked } from './check-with.ts';

type Resolved<F extends FieldValues, B> =
  | { values: B; errors: Record<string, never> }
  | { values: Record<string, never>; errors: FieldErrors<F> };

/** Returns the result of a check in the form that react-hook-form expects. */
export function resolved<F extends FieldValues, B>(checked: Checked<B>): Resolved<F, B> {
  if ('values' in checked) return { values: checked.values, errors: {} };
  const found = Object.entries(checked.errors).map(([name, message]) => [
    name,
    { type: 'validate', message },
  ]);
  return { values: {}, errors: Object.fromEntries(found) as FieldErrors<F> };
}

/** Shows the server's messages at their fields. The first field with one gets the focus. */
export function showRefused<F extends FieldValues>(
  setError: UseFormSetError<F>,
  byField: Record<string, string | undefined>,
): void {
  for (const [name, message] of Object.entries(byField))
    setError(name as Path<F>, { type: 'server', ...(message && { message }) }, { shouldFocus: true });
}
