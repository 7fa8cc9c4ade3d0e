import { proofEndpoints } from '@picksync/contracts';
import type { ReactNode } from 'react';
import { call } from '../../../api/call.ts';
import { FactorField } from '../second-factor/factor-field.tsx';
import { type CodeFactor, useFactorForm } from '../second-factor/use-factor-form.ts';
import { type ProofFormProps, ProofFrame } from './proof-frame.tsx';

/** Asks for a code of the authenticator app, or for a recovery code. */
export function FactorProof({
  method,
  onProven,
  ...frame
}: ProofFormProps & { method: CodeFactor; aside: ReactNode }) {
  const form = useFactorForm({
    method,
    send: async (body) => {
      await call(proofEndpoints.prove, { body }, { quiet: true });
      onProven();
    },
  });
  return (
    <ProofFrame {...frame} shell={form.shell}>
      <FactorField method={method} form={form} />
    </ProofFrame>
  );
}
