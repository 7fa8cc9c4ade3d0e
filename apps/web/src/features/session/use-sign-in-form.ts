import { useMutation } from '@tanstack/react-query';
import { type DefaultValues, type Path, useForm } from 'react-hook-form';
import { ApiError } from '../../api/api-error.ts';
import type { Checked } from '../../api/check-with.ts';
import { toFormErrors } from '../../api/form-errors.ts';
import { resolved, showRefused } from '../../api/form-resolver.ts';

type SignInFormOptions<F extends Record<string, string>> = {
  defaultValues: F;
  /** Loads the check by the contract's schema, which is larger than the page, when the form is first touched. */
  loadCheck: () => Promise<(typed: F) => Checked<F>>;
  /** Sends what was typed. The form is pending until this ends. */
  send: (values: F) => Promise<void>;
  /** The message when the server refuses without one. */
  fallback: string;
  /** The field that a refusal is about when it names none. */
  refusedField?: keyof F & string;
};

function isRefusal(problem: unknown): boolean {
  return problem instanceof ApiError && (problem.status === 400 || problem.status === 401);
}

/**
 * Returns the state of a form of signing in: checked by the contract's schema, sent by a mutation, errors beside their
 * fields.
 */
export function useSignInForm<F extends Record<string, string>>(options: SignInFormOptions<F>) {
  const { defaultValues, loadCheck, fallback, refusedField } = options;
  const form = useForm<F, unknown, F>({
    defaultValues: defaultValues as DefaultValues<F>,
    resolver: async (typed) => {
      // Without the schema, only the server checks the form.
      const check = await loadCheck().catch(() => null);
      return check ? resolved(check(typed)) : { values: typed, errors: {} };
    },
  });
  const toErrors = (problem: unknown) =>
    toFormErrors({ problem, fields: Object.keys(defaultValues), fallback });
  const sending = useMutation<void, Error, Record<string, string>>({
    mutationFn: (values) => options.send(values as F),
    onError: (problem) => {
      const { form: general, ...byField } = toErrors(problem);
      showRefused(form.setError, byField);
      if (general && refusedField) form.setFocus(refusedField as Path<F>);
    },
  });
  // The first field with an error, in this order, gets the focus.
  for (const name of Object.keys(defaultValues)) form.register(name as Path<F>);
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit((values) => sending.mutateAsync(values).catch(() => undefined));

  return {
    control: form.control,
    getValues: form.getValues,
    /** Clears the fields and their errors. */
    clear: () => {
      form.reset();
      sending.reset();
    },
    /** Returns the error of a field, and the attributes of its input. */
    field: (name: keyof F & string) => {
      const message = errors[name]?.message;
      return {
        error: typeof message === 'string' ? message : undefined,
        input: {
          ...form.register(name as Path<F>),
          ...(name === refusedField && isRefusal(sending.error) && { 'aria-invalid': true as const }),
        },
      };
    },
    /** The props of the form's shell. */
    shell: {
      pending: isSubmitting,
      error: sending.isError ? toErrors(sending.error).form : undefined,
      onTouch: () => void loadCheck().catch(() => undefined),
      onSubmit: () => {
        if (isSubmitting) return;
        sending.reset();
        void submit();
      },
    },
  };
}

export type SignInForm<F extends Record<string, string>> = ReturnType<typeof useSignInForm<F>>;
