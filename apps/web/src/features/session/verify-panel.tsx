import { authEndpoints } from '@picksync/contracts';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { rememberToken } from '../../stores/session-storage.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { forgetPending, pendingCredentials } from './pending-account.ts';
import { ResendOutcome } from './resend-outcome.tsx';
import { SignInTitle } from './sign-in-frame.tsx';
import { useEnter } from './use-enter.ts';
import { useResend } from './use-resend.ts';
import { VerifyForm } from './verify-form.tsx';

const restMs = 2000;

/** Verifying signs nobody in. Whoever gave a password before the code does not have to give it again. */
const logInAgain = async (email: string): Promise<void> => {
  const body = pendingCredentials(email);
  forgetPending();
  if (!body) return;
  const login = call(authEndpoints.login, { body }, { quiet: true });
  await login.then(({ authToken }) => rememberToken(authToken)).catch(() => undefined);
};

type VerifyPanelProps = {
  /** Empty when it is not known. */
  email: string;
  /** What the server said when it sent the code. */
  notice?: string | undefined;
  onOtherAccount: () => void;
};

/** Asks for the six digits of the mail. */
export const VerifyPanel = ({ email, notice, onOtherAccount }: VerifyPanelProps) => {
  const enter = useEnter();
  const resend = useResend();
  const [verified, setVerified] = useState<string | null>(null);
  const onVerified = async (account: { email: string; message: string }) => {
    setVerified(account.message);
    await logInAgain(account.email);
    await enter({ afterMs: restMs });
  };
  if (verified !== null) {
    return (
      <>
        <SignInTitle title="Email verified" takesFocus />
        <Alert tone="good">{verified}</Alert>
      </>
    );
  }
  return (
    <>
      <SignInTitle title="Verify your email address">
        Enter the code from the mail we sent{email ? ' to ' : '.'}
        {email && <span className="font-medium text-ink">{email}</span>}
      </SignInTitle>
      {resend.isIdle && notice ? <Alert tone="neutral">{notice}</Alert> : <ResendOutcome resend={resend} />}
      <VerifyForm email={email} onVerified={onVerified} />
      <div className="-mx-2.5 flex flex-wrap justify-between gap-x-4 gap-y-1">
        {email && (
          <Button variant="quiet" size="sm" pending={resend.isPending} onClick={() => resend.mutate(email)}>
            {resend.isPending ? 'Sending...' : 'Resend Verification Email'}
          </Button>
        )}
        <Button variant="quiet" size="sm" onClick={onOtherAccount}>
          Try Different Account
        </Button>
      </div>
    </>
  );
};
