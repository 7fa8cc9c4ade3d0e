import { Alert } from '@picksync/ui/alert.tsx';
import { Button } from '@picksync/ui/button.tsx';
import { useState } from 'react';
import { ResendOutcome, useResend } from './resend.tsx';
import { SandboxInbox } from './sandbox-inbox.tsx';
import { SetPasswordPanel } from './set-password-panel.tsx';
import { SignInEnds } from './sign-in-ends.tsx';
import { SignInTitle } from './sign-in-frame.tsx';
import { useVerification } from './use-verification.ts';
import { VerifyForm } from './verify-form.tsx';
import { VerifyLink } from './verify-link.tsx';

type VerifyPanelProps = {
  /** Empty when it is not known. */
  email: string;
  /** Of the link in the mail; null for somebody who types the code. */
  token?: string | null;
  /** The server's message when it sent the code. */
  notice?: string | undefined;
  onOtherAccount: () => void;
};

/** Asks for the six digits of the mail, and for a password where the account's was set in another browser. */
export function VerifyPanel({ email: initialEmail, token = null, notice, onOtherAccount }: VerifyPanelProps) {
  const resend = useResend();
  const [typed, setTyped] = useState('');
  const { step, enterCode, onVerified, onPasswordSet } = useVerification({ email: initialEmail, token });

  if (step.name === 'done') {
    return (
      <>
        <SignInTitle title="Email verified" takesFocus />
        <Alert tone="good">{step.message}</Alert>
      </>
    );
  }
  if (step.name === 'link') {
    return <VerifyLink token={step.token} onVerified={onVerified} onCode={() => enterCode(initialEmail)} />;
  }
  const { email } = step;
  if (step.name === 'password') {
    return (
      <SetPasswordPanel
        email={email}
        token={step.token}
        onSet={(password) => onPasswordSet(email, password)}
        onNewCode={() => {
          resend.mutate(email);
          enterCode(email);
        }}
      />
    );
  }
  return (
    <>
      <SignInTitle title="Verify your email address">
        Enter the code from the mail we sent{email ? ' to ' : '.'}
        {email && <span className="font-medium text-ink">{email}</span>}
      </SignInTitle>
      {resend.isIdle && notice ? <Alert tone="neutral">{notice}</Alert> : <ResendOutcome resend={resend} />}
      <VerifyForm email={email} onEmail={setTyped} onVerified={onVerified} />
      <SignInEnds>
        <Button
          variant="quiet"
          size="sm"
          pending={resend.isPending}
          pendingLabel="Sending..."
          onClick={() => resend.mutate(email || typed)}
        >
          Resend Verification Email
        </Button>
        <Button variant="quiet" size="sm" onClick={onOtherAccount}>
          Try Different Account
        </Button>
      </SignInEnds>
      {/* Last: it comes when the session is known, and what stands there must not move. */}
      <SandboxInbox />
    </>
  );
}
