import { PasswordField, TextField } from '@picksync/ui/text-field.tsx';
import { type ComponentProps, useId, useState } from 'react';
import { lazyPart } from '../../ui/lazy-part.tsx';

const PasswordFeedback = lazyPart(async () => (await import('./password-feedback.tsx')).PasswordFeedback);

type FieldOf = { error: string | undefined; input: ComponentProps<'input'> };

export function EmailField(field: FieldOf & { autoFocus?: boolean }) {
  return <TextField label="Email" {...field} type="email" inputMode="email" autoComplete="username" />;
}

type NewPasswordFieldsProps = {
  label?: string;
  form: { field: (name: 'password' | 'confirmPassword') => FieldOf };
  /** Returns the address that the password is for, as far as it is known. */
  getEmail: () => string | undefined;
};

/** A new password, typed twice, with what it still needs. */
export function NewPasswordFields({ label = 'Password', form, getEmail }: NewPasswordFieldsProps) {
  const { error, input } = form.field('password');
  const [typed, setTyped] = useState({ password: '', email: '' });
  const rulesId = useId();
  return (
    <>
      <PasswordField
        label={label}
        describedBy={rulesId}
        error={error}
        input={input}
        autoComplete="new-password"
        onChange={(event) => {
          setTyped({ password: event.target.value, email: getEmail() ?? '' });
          return input.onChange?.(event);
        }}
      />
      <div id={rulesId} className="-mt-2 mb-2 min-h-[88px]">
        <PasswordFeedback {...typed} />
      </div>
      <PasswordField
        label="Confirm Password"
        {...form.field('confirmPassword')}
        autoComplete="new-password"
      />
    </>
  );
}
