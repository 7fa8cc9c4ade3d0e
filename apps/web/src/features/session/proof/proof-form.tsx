import type { ProofMethod } from '@picksync/contracts';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { otherFactor } from '../second-factor/use-factor-form.ts';
import { FactorProof } from './factor-proof.tsx';
import { PasswordProof } from './password-proof.tsx';

/** What the form of each method needs. */
export type ProofFormProps = {
  title: string;
  description: string;
  onProven: () => void;
  onClose: () => void;
};

/** The form of the method that somebody has chosen, at first of the best one. */
export function ProofForm({ methods, ...props }: ProofFormProps & { methods: ProofMethod[] }) {
  const [method, setMethod] = useState<ProofMethod | undefined>(methods[0]);
  if (method === undefined || method === 'password') return <PasswordProof {...props} />;
  const other = otherFactor[method];
  return (
    <FactorProof
      key={method}
      {...props}
      method={method}
      aside={
        methods.includes(other.method) && (
          <Button variant="quiet" onClick={() => setMethod(other.method)}>
            {other.label}
          </Button>
        )
      }
    />
  );
}
