import { Field } from '@picksync/ui/field.tsx';
import { Input } from '@picksync/ui/input.tsx';
import { PasswordInput } from '@picksync/ui/password-input.tsx';
import { type ComponentProps, useId, useState } from 'react';
import { lazyPart } from '../../ui/lazy-part.tsx';

const PasswordFeedback = lazyPart(async () => (await import('./password-feedback.tsx')).PasswordFeedback);

type FieldOf = { error: string | undefined; input: ComponentProps<'input'> };

export function EmailField({ error, input }: FieldOf) {
  return (
    <Field label="Email" error={error}>
      {(control) => <Input {...control} {...input} type="email" inputMode="email" autoComplete="username" />}
    </Field>
  );
}

type NewPasswordFieldsProps = {
  label?: string;
  password: FieldOf;
  confirmation: FieldOf;
  /** Returns the address that the password is for, as far as it is known. */
  getEmail?: () => string;
};

/** A new password, typed twice, with what it still needs. */
export function NewPasswordFields(props: NewPasswordFieldsProps) {
  const { label = 'Password', password, confirmation, getEmail } = props;
  const [typed, setTyped] = useState({ password: '', email: '' });
  const rulesId = useId();
  const autoComplete = 'new-password';
  return (
    <>
      <Field label={label} error={password.error}>
        {({ 'aria-describedby': note, ...control }) => (
          <PasswordInput
            {...control}
            {...password.input}
            aria-describedby={note ? `${note} ${rulesId}` : rulesId}
            autoComplete={autoComplete}
            onChange={(event) => {
              setTyped({ password: event.target.value, email: getEmail?.() ?? '' });
              return password.input.onChange?.(event);
            }}
          />
        )}
      </Field>
      <div id={rulesId} className="-mt-2 mb-2 min-h-[88px]">
        <PasswordFeedback {...typed} />
      </div>
      <Field label="Confirm Password" error={confirmation.error}>
        {(control) => <PasswordInput {...control} {...confirmation.input} autoComplete={autoComplete} />}
      </Field>
    </>
  );
}
