import { Button } from '@picksync/ui/button.tsx';
import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Path } from 'react-hook-form';
import { ApiError } from '../../api/api-error.ts';
import type { Checked } from '../../api/check-with.ts';
import { useCheckedForm } from '../../api/use-checked-form.ts';

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

/** Returns the state of a form of signing in. */
export function useSignInForm<F extends Record<string, string>>(options: SignInFormOptions<F>) {
  const { defaultValues, loadCheck, send, fallback, refusedField } = options;
  const { form, sending, field, general } = useCheckedForm<F>({
    defaultValues,
    check: async (typed) => {
      // Without the schema, only the server checks the form.
      const check = await loadCheck().catch(() => null);
      return check ? check(typed) : { values: typed };
    },
    send,
    fallback,
    onRefused: (message) => message && refusedField && form.setFocus(refusedField as Path<F>),
  });
  // The first field with an error, in this order, gets the focus.
  for (const name of Object.keys(defaultValues)) form.register(name as Path<F>);
  const { isSubmitting } = form.formState;
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
      const { error, input } = field(name as string as Path<F>);
      const isRefused = name === refusedField && isRefusal(sending.error);
      return { error, input: { ...input, ...(isRefused && { 'aria-invalid': true as const }) } };
    },
    /** The props of the form's shell. */
    shell: {
      pending: isSubmitting,
      error: general,
      onTouch: () => void loadCheck().catch(() => undefined),
      onSubmit: () => {
        if (isSubmitting) return;
        sending.reset();
        void submit();
      },
    },
  };
}

export type SignInFormState<F extends Record<string, string>> = ReturnType<typeof useSignInForm<F>>;

type SignInFormProps = {
  /** The form's name for those who cannot see it. */
  label: string;
  submitLabel: string;
  pendingLabel: string;
  pending: boolean;
  /** The error that belongs to no field. */
  error: string | undefined;
  onSubmit: () => void;
  /** Called when something in the form gets the focus. */
  onTouch: () => void;
  children: ReactNode;
};

/** The shell of every form of signing in: its fields, one line for what went wrong, and its button. */
export function SignInForm(props: SignInFormProps) {
  return (
    <form
      noValidate
      aria-label={props.label}
      onFocus={props.onTouch}
      onSubmit={(event) => {
        event.preventDefault();
        props.onSubmit();
      }}
      className="grid gap-4"
    >
      {props.children}
      <FormError text={props.error} />
      <Button
        type="submit"
        variant="primary"
        size="lg"
        pending={props.pending}
        pendingLabel={props.pendingLabel}
        className="w-full"
      >
        {props.submitLabel}
      </Button>
    </form>
  );
}

/** No line is kept free for it: most never see one. */
function FormError({ text }: { text: string | undefined }) {
  if (!text) return null;
  return (
    <p role="alert" className="flex gap-1.5 text-sm text-bad">
      <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      {text}
    </p>
  );
}
