import { useMutation } from '@tanstack/react-query';
import { type DefaultValues, type FieldErrors, type FieldValues, type Path, useForm } from 'react-hook-form';
import { ApiError } from '../../api/api-error.ts';
import { formErrorsOf } from '../../api/form-errors.ts';

type ProgramFormOptions<F extends FieldValues> = {
  defaultValues: F;
  check: (typed: F) => { values: F } | { errors: Record<string, string> };
  send: (values: F) => Promise<void>;
  /** What the alert is called, and what it says where the server has no words of its own. */
  failure: { title: string; text: string };
};

/** The state of a form about keys and webhooks: checked by the contract's schema, sent by a mutation, errors beside their fields. */
export function useProgramForm<F extends FieldValues>(options: ProgramFormOptions<F>) {
  const { defaultValues, check, send, failure } = options;
  const fields = Object.keys(defaultValues);
  const form = useForm<F, unknown, F>({
    defaultValues: defaultValues as DefaultValues<F>,
    resolver: (typed) => {
      const checked = check(typed);
      if ('values' in checked) return { values: checked.values, errors: {} };
      const found = Object.entries(checked.errors).map(([name, message]) => [name, { type: 'v', message }]);
      return { values: {}, errors: Object.fromEntries(found) as FieldErrors<F> };
    },
  });
  const errorsOf = (problem: unknown) => formErrorsOf({ problem, fields, fallback: failure.text });
  const sending = useMutation({
    mutationFn: send,
    onError: (problem) => {
      for (const [name, message] of Object.entries(errorsOf(problem))) {
        if (name === 'form' || !message) continue;
        form.setError(name as Path<F>, { type: 'server', message }, { shouldFocus: true });
      }
    },
  });
  // Who cancels the proof knows why nothing happened.
  const isSilent = sending.error instanceof ApiError && sending.error.code === 'proof_required';
  const general = sending.isError && !isSilent ? errorsOf(sending.error).form : undefined;
  const submit = form.handleSubmit((values) => sending.mutate(values));
  return {
    form,
    errorOf: (name: Path<F>) => {
      const message = form.formState.errors[name]?.message;
      return typeof message === 'string' ? message : undefined;
    },
    /** What the dialog around it needs. */
    shell: {
      pending: sending.isPending,
      error: general === undefined ? null : { title: failure.title, text: general },
      onSubmit: () => void submit(),
    },
  };
}
