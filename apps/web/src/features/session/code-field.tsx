import { Field } from '@picksync/ui/field.tsx';
import { OtpInput, otpLength } from '@picksync/ui/otp-input.tsx';
import { useRef } from 'react';
import { Controller, type Path } from 'react-hook-form';
import type { SignInFormState } from './sign-in-form.tsx';

type CodeFieldProps<F extends Record<string, string>> = {
  form: SignInFormState<F>;
  name: keyof F & string;
  label: string;
  hint: string;
  autoFocus: boolean;
  /** Sends the form as soon as the digits are complete; returns false where it cannot be sent yet. */
  onComplete?: () => unknown;
};

/** A field for six digits. The same digits are sent again only by the button. */
export function CodeField<F extends Record<string, string>>(props: CodeFieldProps<F>) {
  const { form, name, label, hint, autoFocus, onComplete } = props;
  const { error, input } = form.field(name);
  const submitted = useRef('');
  const submitWhole = (code: string) => {
    if (code.length < otpLength || code === submitted.current) return;
    if (onComplete?.() !== false) submitted.current = code;
  };
  return (
    <Field label={label} error={error} hint={hint}>
      {(control) => (
        <Controller
          name={name as string as Path<F>}
          control={form.control}
          render={({ field }) => (
            <OtpInput
              {...control}
              {...input}
              {...field}
              autoFocus={autoFocus}
              onChange={(code) => {
                field.onChange(code);
                submitWhole(code);
              }}
            />
          )}
        />
      )}
    </Field>
  );
}
