import { useMutation } from '@tanstack/react-query';
import { type DefaultValues, type FieldErrors, type FieldValues, type Path, useForm } from 'react-hook-form';
import { ApiError } from '../../api/api-error.ts';
import { formErrorsOf } from '../../api/form-errors.ts';
import type { Checked } from './account.schemas.ts';

type AccountFormOptions<F extends FieldValues> = {
  defaultValues: F;
  check: (typed: F) => Checked<F>;
  send: (values: F) => Promise<void>;
  /** What the alert is called, and what it says where the server has no words of its own. */
  failure: { title: string; text: string };
};

/** The state of a form about one's own account: checked by the contract's schema, sent by a mutation, errors beside their fields. */
export function useAccountForm<F extends FieldValues>({
  defaultValues,
  check,
  send,
  failure,
}: AccountFormOptions<F>) {
  const fields = Object.keys(defaultValues);
  const form = useForm<F, unknown, F>({
    defaultValues: defaultValues as DefaultValues<F>,
    resolver: (typed) => {
      const checked = check(typed);
      if ('values' in checked) return { values: checked.values, errors: {} };
      const found = Object.entries(checked.errors).map(([name, message]) => [
        name,
        { type: 'validate', message },
      ]);
      return { values: {}, errors: Object.fromEntries(found) as FieldErrors<F> };
    },
  });
  const errorsOf = (problem: unknown) => formErrorsOf({ problem, fields, fallback: failure.text });
  const sending = useMutation({
    mutationFn: send,
    onError: (problem) => {
      const { form: _general, ...byField } = errorsOf(problem);
      for (const [name, message] of Object.entries(byField))
        form.setError(
          name as Path<F>,
          { type: 'server', ...(message && { message }) },
          { shouldFocus: true },
        );
    },
  });
  const submit = form.handleSubmit((values) => sending.mutate(values));
  // Who cancels the proof knows why nothing happened.
  const isSilent = sending.error instanceof ApiError && sending.error.code === 'proof_required';
  const general = sending.isError && !isSilent ? errorsOf(sending.error).form : undefined;
  const { errors } = form.formState;
  return {
    form,
    /** What is wrong with a field, and the attributes of its input. */
    field: (name: Path<F>) => {
      const message = errors[name]?.message;
      return { error: typeof message === 'string' ? message : undefined, input: form.register(name) };
    },
    /** What the dialog round it needs. */
    shell: {
      pending: sending.isPending,
      error: general === undefined ? null : { title: failure.title, text: general },
      onSubmit: () => void submit(),
    },
  };
}
