import type { ComponentProps } from 'react';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';

type FieldOf = { error: string | undefined; input: ComponentProps<'input'> };

export function EmailField({ error, input }: FieldOf) {
  return (
    <Field label="Email" error={error}>
      {(control) => <Input {...control} {...input} type="email" inputMode="email" autoComplete="username" />}
    </Field>
  );
}

type NewPasswordFieldsProps = { label?: string; password: FieldOf; confirmation: FieldOf };

/** A new password, typed twice. */
export function NewPasswordFields({ label = 'Password', password, confirmation }: NewPasswordFieldsProps) {
  const autoComplete = 'new-password';
  return (
    <>
      <Field
        label={label}
        error={password.error}
        hint="At least 10 characters, with A–Z, a–z, a number and a symbol"
      >
        {(control) => <PasswordInput {...control} {...password.input} autoComplete={autoComplete} />}
      </Field>
      <Field label="Confirm Password" error={confirmation.error}>
        {(control) => <PasswordInput {...control} {...confirmation.input} autoComplete={autoComplete} />}
      </Field>
    </>
  );
}
