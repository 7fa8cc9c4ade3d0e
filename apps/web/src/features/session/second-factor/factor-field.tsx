import { Field } from '@picksync/ui/field.tsx';
import { Input } from '@picksync/ui/input.tsx';
import { OtpInput, otpLength } from '@picksync/ui/otp-input.tsx';
import { useRef } from 'react';
import { Controller } from 'react-hook-form';
import type { CodeFactor, FactorForm } from './use-factor-form.ts';

type FactorFieldProps = { method: CodeFactor; form: FactorForm };

/** The field for a code of the app or a recovery code. It takes the focus, because it replaced another step. */
export function FactorField({ method, form }: FactorFieldProps) {
  const { error, input } = form.field('code');
  if (method === 'recovery_code') {
    return (
      <Field label="Recovery code" error={error} hint="One of the ten codes you kept. Each works once.">
        {(control) => (
          <Input
            {...control}
            {...input}
            autoFocus
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            className="font-mono"
          />
        )}
      </Field>
    );
  }
  return <DigitsField form={form} />;
}

type DigitsFieldProps = {
  form: FactorForm;
  focused?: boolean;
  /** Where to find the digits. */
  hint?: string;
};

/**
 * A field for six digits, which are sent as soon as they are complete; the same digits are sent again only by the
 * button.
 */
export function DigitsField({
  form,
  focused = true,
  hint = 'The 6 digits that your authenticator app shows now',
}: DigitsFieldProps) {
  const { error, input } = form.field('code');
  const submitted = useRef('');
  const submitWhole = (code: string) => {
    if (code.length < otpLength || code === submitted.current) return;
    submitted.current = code;
    form.shell.onSubmit();
  };
  return (
    <Field label="Code" error={error} hint={hint}>
      {(control) => (
        <Controller
          name="code"
          control={form.control}
          render={({ field }) => (
            <OtpInput
              {...control}
              {...input}
              {...field}
              autoFocus={focused}
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
