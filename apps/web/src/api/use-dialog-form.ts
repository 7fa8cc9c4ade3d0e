import { useAskBeforeUnload } from '@picksync/ui/use-ask-before-unload.ts';
import { useMutation } from '@tanstack/react-query';
import { type DefaultValues, type FieldValues, type Path, useForm } from 'react-hook-form';
import { askToDiscard } from '../stores/confirm.ts';
import { ApiError } from './api-error.ts';
import type { Checked } from './check-with.ts';
import { toFormErrors } from './form-errors.ts';
import { resolved, showRefused } from './form-resolver.ts';

export type DialogFormOptions<F extends FieldValues> = {
  defaultValues: F;
  check: (typed: F) => Checked<F>;
  send: (values: F) => Promise<void>;
  /** The title of the alert, and its text when the server sends none. */
  failure: { title: string; text: string };
};

/** A user who cancels the proof knows why nothing happened. Of an ended session another dialog tells, until it is resumed. */
function isToldElsewhere({ code }: ApiError): boolean {
  return code === 'proof_required' || code === 'unauthenticated';
}

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
  const toErrors = (problem: unknown) => toFormErrors({ problem, fields, fallback: failure.text });
  const sending = useMutation({
    mutationFn: send,
    onError: (problem) => {
      const { form: _general, ...byField } = toErrors(problem);
      showRefused(form.setError, byField);
    },
  });
  const submit = form.handleSubmit((values) => sending.mutate(values));
  const isSilent = sending.error instanceof ApiError && isToldElsewhere(sending.error);
  const general = sending.isError && !isSilent ? toErrors(sending.error).form : undefined;
  const { errors, isDirty } = form.formState;
  // Nothing of it is kept, and after a new version another part of the page may need a reload.
  useAskBeforeUnload(isDirty && !sending.isSuccess);
  const getError = (name: Path<F>) => {
    const message = errors[name]?.message;
    return typeof message === 'string' ? message : undefined;
  };
  return {
    form,
    /** What is wrong with a field. */
    getError,
    /** The same, with the attributes of its input. */
    field: (name: Path<F>) => ({ error: getError(name), input: form.register(name) }),
    /** The props of the dialog around it. */
    shell: {
      pending: sending.isPending,
      error: general === undefined ? null : { title: failure.title, text: general },
      mayClose: async () => !isDirty || (await askToDiscard()),
      onSubmit: () => void submit(),
    },
  };
}
