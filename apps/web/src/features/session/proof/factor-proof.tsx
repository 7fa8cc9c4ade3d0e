import { proofEndpoints } from '@picksync/contracts';
import type { ReactNode } from 'react';
import { call } from '../../../api/call.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { FactorField } from '../second-factor/factor-field.tsx';
import { type CodeFactor, useFactorForm } from '../second-factor/use-factor-form.ts';
import type { ProofFormProps } from './proof-form.tsx';

/** Asks for a code of the authenticator app, or for a recovery code. */
export function FactorProof({
  method,
  aside,
  onProven,
  onClose,
  ...frame
}: ProofFormProps & { method: CodeFactor; aside: ReactNode }) {
  const form = useFactorForm({
    method,
    send: async (body) => {
      await call(proofEndpoints.prove, { body }, { quiet: true });
      onProven();
    },
  });
  const { pending, error, onSubmit } = form.shell;
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
      <FactorField method={method} form={form} />
    </FormDialog>
  );
}
