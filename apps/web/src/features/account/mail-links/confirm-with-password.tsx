import { Button } from '@picksync/ui/button.tsx';
import { Field } from '@picksync/ui/field.tsx';
import { PasswordInput } from '@picksync/ui/password-input.tsx';
import { useState } from 'react';
import { formErrorsOf } from '../../../api/form-errors.ts';

type ConfirmWithPasswordProps = {
  pending: boolean;
  failed: Error | null;
  onPassword: (password: string) => void;
};

/** Confirms the new address in a browser that is not logged in to the account. */
export function ConfirmWithPassword({ pending, failed, onPassword }: ConfirmWithPasswordProps) {
  const [password, setPassword] = useState('');
  const fallback = 'That did not work. Please try again.';
  const errors = failed && formErrorsOf({ problem: failed, fields: ['password'], fallback });
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        onPassword(password);
      }}
    >
      <Field label="The password of your account" error={errors?.password ?? errors?.form}>
        {(control) => (
          <PasswordInput
            {...control}
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" variant="primary" size="lg" pending={pending}>
        Confirm the new address
      </Button>
    </form>
  );
}
