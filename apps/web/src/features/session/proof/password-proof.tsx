import { proofEndpoints } from '@picksync/contracts';
import type { ReactNode } from 'react';
import { call } from '../../../api/call.ts';
import { Field } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { PasswordInput } from '../../../ui/password-input.tsx';
import { useSignInForm } from '../use-sign-in-form.ts';
import type { ProofFormProps } from './proof-form.tsx';

/** Asks for the password of who is signed in. */
export function PasswordProof({ aside, onProven, onClose, ...frame }: ProofFormProps & { aside: ReactNode }) {
  const form = useSignInForm({
    defaultValues: { password: '' },
    loadCheck: async () => (await import('../session.schemas.ts')).checkPasswordProof,
    send: async ({ password }) => {
      await call(proofEndpoints.prove, { body: { method: 'password', password } }, { quiet: true });
      onProven();
    },
    fallback: 'We could not check your password. Please try again.',
    refusedField: 'password',
  });
  const { pending, error, onSubmit } = form.shell;
  const password = form.field('password');
  return (
    <FormDialog
      {...frame}
      pending={pending}
      error={error === undefined ? null : { title: 'Not confirmed', text: error }}
      submitLabel="Confirm"
      pendingLabel="Confirming..."
      onSubmit={onSubmit}
      onClose={onClose}
      aside={aside}
    >
      <Field label="Password" error={password.error}>
        {(control) => <PasswordInput {...control} {...password.input} autoComplete="current-password" />}
      </Field>
    </FormDialog>
  );
}
