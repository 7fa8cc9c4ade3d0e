import { useMutation } from '@tanstack/react-query';
import { type DefaultValues, type FieldValues, type Path, useForm } from 'react-hook-form';
import { ApiError } from './api-error.ts';
import type { Checked } from './check-with.ts';
import { formErrorsOf } from './form-errors.ts';
import { resolved, showRefused } from './form-resolver.ts';

type DialogFormOptions<F extends FieldValues> = {
  defaultValues: F;
  check: (typed: F) => Checked<F>;
  send: (values: F) => Promise<void>;
  /** What the alert is called, and what it says where the server has no words of its own. */
  failure: { title: string; text: string };
};

/** The state of a form in a dialog: checked by the contract's schema, sent by a mutation, errors beside their fields. */
export function useDialogForm<F extends FieldValues>({
  defaultValues,
  check,
  send,
  failure,
}: DialogFormOptions<F>) {
  const fields = Object.keys(defaultValues);
  const form = useForm<F, unknown, F>({
    defaultValues: defaultValues as DefaultValues<F>,
    resolver: (typed) => resolved(check(typed)),
  });
  const errorsOf = (problem: unknown) => formErrorsOf({ problem, fields, fallback: failure.text });
  const sending = useMutation({
    mutationFn: send,
    onError: (problem) => {
      const { form: _general, ...byField } = errorsOf(problem);
      showRefused(form.setError, byField);
    },
  });
  const submit = form.handleSubmit((values) => sending.mutate(values));
  // Who cancels the proof knows why nothing happened.
  const isSilent = sending.error instanceof ApiError && sending.error.code === 'proof_required';
  const general = sending.isError && !isSilent ? errorsOf(sending.error).form : undefined;
  const { errors } = form.formState;
  const errorOf = (name: Path<F>) => {
    const message = errors[name]?.message;
    return typeof message === 'string' ? message : undefined;
  };
  return {
    form,
    /** What is wrong with a field. */
    errorOf,
    /** The same, with the attributes of its input. */
    field: (name: Path<F>) => ({ error: errorOf(name), input: form.register(name) }),
    /** What the dialog round it needs. */
    shell: {
      pending: sending.isPending,
      error: general === undefined ? null : { title: failure.title, text: general },
      onSubmit: () => void submit(),
    },
  };
}
