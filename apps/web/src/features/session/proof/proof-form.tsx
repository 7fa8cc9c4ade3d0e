import { type Body, type ProofMethod, proofEndpoints } from '@picksync/contracts';
import { Button } from '@picksync/ui/button.tsx';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { PasskeyButton } from '../passkeys/passkey-button.tsx';
import { otherFactor } from '../second-factor/use-factor-form.ts';
import { EmailCodeProof } from './email-code-proof.tsx';
import { FactorProof } from './factor-proof.tsx';
import { PasswordProof } from './password-proof.tsx';
import type { ProofFormProps } from './proof-frame.tsx';

/** The props of the form of each method. */

/** The form of the chosen method, at first of the strongest one. */
export function ProofForm({ methods, ...props }: ProofFormProps & { methods: ProofMethod[] }) {
  const typed = methods.filter((method) => method !== 'passkey');
  const [method, setMethod] = useState(typed[0]);
  const passkey = methods.includes('passkey') && (
    <PasskeyButton
      label="Use a passkey"
      variant="quiet"
      onSigned={async (credential) => {
        const body = { method: 'passkey', credential } as Body<typeof proofEndpoints.prove>;
        await call(proofEndpoints.prove, { body }, { quiet: true });
        props.onProven();
      }}
    />
  );
  if (method === undefined || method === 'password') return <PasswordProof {...props} aside={passkey} />;
  if (method === 'email_code') return <EmailCodeProof {...props} aside={passkey} />;
  const other = otherFactor[method];
  return (
    <FactorProof
      key={method}
      {...props}
      method={method}
      aside={
        <>
          {passkey}
          {typed.includes(other.method) && (
            <Button variant="quiet" onClick={() => setMethod(other.method)}>
              {other.label}
            </Button>
          )}
        </>
      }
    />
  );
}
