import { type Body, type SecondFactor, signInStepEndpoints } from '@picksync/contracts';
import { type ReactNode, useState } from 'react';
import { ApiError } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { rememberToken } from '../../../stores/session-storage.ts';
import { PasskeyButton } from '../passkeys/passkey-button.tsx';
import { SignInForm } from '../sign-in-form.tsx';
import { Address, EndButton, SignInEnds, SignInTitle } from '../sign-in-frame.tsx';
import { type CodeFactor, FactorField, otherFactor, useFactorForm } from './factor-field.tsx';

type SecondFactorStepProps = {
  /** What may be given. */
  factors: SecondFactor[];
  /** The content above the form of a method. */
  getHeading?: (method: CodeFactor) => ReactNode;
  /** The form is pending until this ends. */
  onGiven: () => Promise<void>;
  /** Goes back to the password, with the reason when the user did not choose to. */
  onStartOver: (reason?: string) => void;
};

type Given = Body<typeof signInStepEndpoints.giveSecondFactor>;

/** The login took too long, or was ended elsewhere. */
function isOver(problem: unknown): problem is ApiError {
  return problem instanceof ApiError && problem.code === 'sign_in_again';
}

/** The step after the password, where two-factor sign-in is on. */
export function SecondFactorStep({ factors, getHeading, onGiven, onStartOver }: SecondFactorStepProps) {
  const [method, setMethod] = useState<CodeFactor>('totp');
  const other = otherFactor[method];
  const send = async (body: Given) => {
    try {
      const { authToken } = await call(signInStepEndpoints.giveSecondFactor, { body });
      if (authToken !== null) rememberToken(authToken);
    } catch (problem) {
      if (isOver(problem)) return onStartOver(problem.message);
      throw problem;
    }
    await onGiven();
  };
  return (
    <div className="grid gap-2">
      {getHeading && <div className="mb-3">{getHeading(method)}</div>}
      {/* Another method is another form: nothing of the one before stays in it. */}
      <FactorForm key={method} method={method} send={send} />
      {factors.includes('passkey') && (
        <PasskeyButton
          label="Use a passkey"
          size="lg"
          onSigned={(credential) => send({ method: 'passkey', credential } as Given)}
        />
      )}
      <SignInEnds>
        {factors.includes(other.method) && (
          <EndButton onClick={() => setMethod(other.method)}>{other.label}</EndButton>
        )}
        <EndButton onClick={() => onStartOver()}>Back to Login</EndButton>
      </SignInEnds>
    </div>
  );
}

function FactorForm({ method, send }: { method: CodeFactor; send: (given: Given) => Promise<void> }) {
  const form = useFactorForm({ method, send });
  return (
    <SignInForm {...form.shell} label="Second factor" submitLabel="Confirm" pendingLabel="Confirming...">
      <FactorField method={method} form={form} />
    </SignInForm>
  );
}

type SecondFactorPanelProps = Omit<SecondFactorStepProps, 'getHeading'> & {
  /** Empty after a sign-in with a provider. */
  email: string;
};

function getHeading(method: CodeFactor, email: string) {
  if (method === 'recovery_code') return <SignInTitle title="Recovery code" />;
  return (
    <SignInTitle title="Two-factor code">
      From your authenticator app{email && ', for '}
      {email && <Address>{email}</Address>}
    </SignInTitle>
  );
}

/** The second step of a login, in place of the first. */
export function SecondFactorPanel({ email, ...step }: SecondFactorPanelProps) {
  return <SecondFactorStep {...step} getHeading={(method) => getHeading(method, email)} />;
}
