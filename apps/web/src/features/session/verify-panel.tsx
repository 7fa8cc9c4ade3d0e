import { authEndpoints } from '@picksync/contracts';
import { Alert } from '@picksync/ui/alert.tsx';
import { Button } from '@picksync/ui/button.tsx';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { toFormErrors } from '../../api/form-errors.ts';
import type { VerificationNeeded } from './pending-account.ts';
import { SandboxInbox } from './sandbox-inbox.tsx';
import { Address, EndButton, SentTo, SignInEnds, SignInTitle } from './sign-in-frame.tsx';
import { useVerification } from './use-verification.ts';
import { SetPasswordPanel, VerifyForm, VerifyLink } from './verify-forms.tsx';

/** Sends a new code to an address. */
function useResend() {
  return useMutation({
    mutationFn: (email: string) => call(authEndpoints.resendVerification, { body: { email } }),
  });
}

/** Shows whether a new code was sent; nothing before it was requested. */
function ResendOutcome({ resend }: { resend: ReturnType<typeof useResend> }) {
  if (resend.isSuccess) return <Alert tone="good">{resend.data.message}</Alert>;
  if (resend.isError) {
    const fallback = 'Failed to resend the verification email';
    const { email, form } = toFormErrors({ problem: resend.error, fields: ['email'], fallback });
    return <Alert tone="bad">{email ?? form}</Alert>;
  }
  return null;
}

function Noticed({ email, children }: { email: string; children: string }) {
  return (
    <>
      {children} We wrote to <Address>{email}</Address>.
    </>
  );
}

type VerifyPanelProps = {
  /** Empty when it is not known. */
  email: string;
  /** Of the link in the mail; null for somebody who types the code. */
  token?: string | null;
  /** What the server said when it sent the code, which takes the place of our own sentence. */
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
        {notice && email ? <Noticed email={email}>{notice}</Noticed> : <SentTo email={email} />}
      </SignInTitle>
      <ResendOutcome resend={resend} />
      <VerifyForm email={email} onEmail={setTyped} onVerified={onVerified} />
      <SignInEnds>
        <EndButton
          pending={resend.isPending}
          pendingLabel="Sending..."
          onClick={() => resend.mutate(email || typed)}
        >
          Resend Verification Email
        </EndButton>
        <EndButton onClick={onOtherAccount}>Try Different Account</EndButton>
      </SignInEnds>
      {/* Last: it comes when the session is known, and what stands there must not move. */}
      <SandboxInbox />
    </>
  );
}

type VerificationNeededPanelProps = {
  needed: VerificationNeeded;
  onHaveCode: () => void;
  onOtherAccount: () => void;
};

/** After a right password for an address that is not verified yet. */
export function VerificationNeededPanel({
  needed,
  onHaveCode,
  onOtherAccount,
}: VerificationNeededPanelProps) {
  const resend = useResend();
  return (
    <>
      <SignInTitle title="Verify your email address" takesFocus>
        <Noticed email={needed.email}>{needed.message}</Noticed>
      </SignInTitle>
      <ResendOutcome resend={resend} />
      <SandboxInbox />
      <div className="grid gap-2">
        <Button variant="primary" size="lg" onClick={onHaveCode}>
          I have a verification code
        </Button>
        <Button
          size="lg"
          pending={resend.isPending}
          pendingLabel="Sending..."
          onClick={() => resend.mutate(needed.email)}
        >
          Resend Verification Email
        </Button>
        <Button variant="quiet" size="lg" onClick={onOtherAccount}>
          Try Different Account
        </Button>
      </div>
    </>
  );
}
