import { type Body, type SecondFactor, signInStepEndpoints } from '@picksync/contracts';
import { Button } from '@picksync/ui/button.tsx';
import { type ReactNode, useState } from 'react';
import { ApiError } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { rememberToken } from '../../../stores/session-storage.ts';
import { PasskeyButton } from '../passkeys/passkey-button.tsx';
import { SignInForm } from '../sign-in-form.tsx';
import { FactorField } from './factor-field.tsx';
import { type CodeFactor, otherFactor, useFactorForm } from './use-factor-form.ts';

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
  const send = async (body: Given) => {
    try {
      const { authToken } = await call(signInStepEndpoints.giveSecondFactor, { body }, { quiet: true });
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
      <div className="-mx-2.5 flex flex-wrap justify-between gap-x-4 gap-y-1">
        {factors.includes(otherFactor[method].method) && (
          <Button variant="quiet" size="sm" onClick={() => setMethod(otherFactor[method].method)}>
            {otherFactor[method].label}
          </Button>
        )}
        <Button variant="quiet" size="sm" onClick={() => onStartOver()}>
          Back to Login
        </Button>
      </div>
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
