import { passwordResetEndpoints } from '@picksync/contracts';
import { Alert } from '@picksync/ui/alert.tsx';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../api/call.ts';
import { rememberResetEmail, resetEmail } from './pending-account.ts';
import { SandboxInbox } from './sandbox-inbox.tsx';
import { EmailField } from './sign-in-fields.tsx';
import { SignInForm, useSignInForm } from './sign-in-form.tsx';
import { EndButton, SignInEnds, SignInTitle } from './sign-in-frame.tsx';

const restMs = 1500;

type ForgotPanelProps = { onSent: () => void; onBack: () => void };

/** Asks for the address that gets the code. The reply is the same for every address. */
export function ForgotPanel({ onSent, onBack }: ForgotPanelProps) {
  const [notice, setNotice] = useState<string>();
  useAfterRest(notice !== undefined, onSent);
  const form = useSignInForm({
    defaultValues: { email: resetEmail() },
    loadCheck: async () => (await import('./session.schemas.ts')).checkEmail,
    send: async (body) => {
      const { message } = await call(passwordResetEndpoints.forgot, { body });
      rememberResetEmail(body.email);
      setNotice(message);
    },
    fallback: 'Failed to request password reset',
  });
  return (
    <>
      <SignInTitle title="Forgot password" takesFocus>
        We send a code to set a new one.
      </SignInTitle>
      <SignInForm {...form.shell} label="Forgot password" submitLabel="Send Code" pendingLabel="Sending...">
        <EmailField {...form.field('email')} />
      </SignInForm>
      {notice && <Alert tone="good">{notice}</Alert>}
      <SandboxInbox />
      <SignInEnds>
        <EndButton onClick={onSent}>I have a code</EndButton>
        <EndButton onClick={onBack}>Back to Login</EndButton>
      </SignInEnds>
    </>
  );
}

/** Calls back a moment after `isDue`, unless the screen is left before. */
function useAfterRest(isDue: boolean, onRested: () => void): void {
  const latest = useRef(onRested);
  latest.current = onRested;
  useEffect(() => {
    if (!isDue) return;
    const timer = setTimeout(() => latest.current(), restMs);
    return () => clearTimeout(timer);
  }, [isDue]);
}
