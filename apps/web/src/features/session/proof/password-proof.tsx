import { proofEndpoints } from '@picksync/contracts';
import { Field } from '@picksync/ui/field.tsx';
import { PasswordInput } from '@picksync/ui/password-input.tsx';
import type { ReactNode } from 'react';
import { call } from '../../../api/call.ts';
import { useSignInForm } from '../use-sign-in-form.ts';
import { type ProofFormProps, ProofFrame } from './proof-frame.tsx';

/** Asks for the password of the user who is signed in. */
export function PasswordProof({ onProven, ...frame }: ProofFormProps & { aside: ReactNode }) {
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
  const password = form.field('password');
  return (
    <ProofFrame {...frame} shell={form.shell}>
      <Field label="Password" error={password.error}>
        {(control) => <PasswordInput {...control} {...password.input} autoComplete="current-password" />}
      </Field>
    </ProofFrame>
  );
}
