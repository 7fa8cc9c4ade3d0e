import { Field } from '@picksync/ui/field.tsx';
import { OtpInput } from '@picksync/ui/otp-input.tsx';
import type { ComponentProps } from 'react';
import { type Control, Controller, type Path } from 'react-hook-form';

type OtpFieldProps<F extends { otp: string }> = {
  label: string;
  control: Control<F, unknown, F>;
  error: string | undefined;
  input: ComponentProps<'input'>;
  autoFocus: boolean;
  onTyped?: (otp: string) => void;
};

/** The six digits of a mail. */
export function OtpField<F extends { otp: string }>(props: OtpFieldProps<F>) {
  const { label, control, error, input, autoFocus, onTyped } = props;
  return (
    <Field label={label} error={error} hint="6 digits, valid for 10 minutes">
      {(described) => (
        <Controller
          name={'otp' as Path<F>}
          control={control}
          render={({ field }) => (
            <OtpInput
              {...described}
              {...input}
              {...field}
              autoFocus={autoFocus}
              onChange={(otp) => {
                field.onChange(otp);
                onTyped?.(otp);
              }}
            />
          )}
        />
      )}
    </Field>
  );
}
