import { useMutation } from '@tanstack/react-query';
import { type DefaultValues, type FieldValues, type Path, useForm } from 'react-hook-form';
import type { Checked } from './check-with.ts';
import { toFormErrors } from './form-errors.ts';
import { resolved, showRefused } from './form-resolver.ts';

/** `F` is what the form holds, and `B` the body that is sent of it. */
export type CheckedFormOptions<F extends FieldValues, B = F> = {
  defaultValues: F;
  /** Checks by the contract's schema. */
  check: (typed: F) => Checked<B> | Promise<Checked<B>>;
  send: (body: B) => Promise<void>;
  /** The message when the server refuses without one. */
  fallback: string;
  /** Called when it failed, with the message that belongs to no field. */
  onRefused?: (general: string | undefined) => void;
};

/** Returns the state of a form: checked before it is sent by a mutation, with errors beside their fields. */
export function useCheckedForm<F extends FieldValues, B = F>(options: CheckedFormOptions<F, B>) {
  const { defaultValues, check, send, fallback, onRefused } = options;
  const form = useForm<F, unknown, B>({
    defaultValues: defaultValues as DefaultValues<F>,
    resolver: async (typed) => resolved(await check(typed)),
  });
  const toErrors = (problem: unknown) =>
    toFormErrors({ problem, fields: Object.keys(defaultValues), fallback });
  const sending = useMutation({
    mutationFn: send,
    onError: (problem) => {
      const { form: general, ...byField } = toErrors(problem);
      showRefused(form.setError, byField);
      onRefused?.(general);
    },
  });
  const { errors } = form.formState;
  const getError = (name: Path<F>) => {
    const message = errors[name]?.message;
    return typeof message === 'string' ? message : undefined;
  };
  return {
    form,
    sending,
    /** What is wrong with a field. */
    getError,
    /** The same, with the attributes of its input. */
    field: (name: Path<F>) => ({ error: getError(name), input: form.register(name) }),
    /** What is wrong and belongs to no field. */
    general: sending.isError ? toErrors(sending.error).form : undefined,
  };
}
