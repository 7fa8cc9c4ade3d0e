import { useState } from 'react';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { ResendOutcome } from './resend-outcome.tsx';
import { SetPasswordPanel } from './set-password-panel.tsx';
import { SignInTitle } from './sign-in-frame.tsx';
import { logInAgain, setTypedPassword } from './typed-password.ts';
import { useEnter } from './use-enter.ts';
import { useResend } from './use-resend.ts';
import { type Verified, VerifyForm } from './verify-form.tsx';

const delayMs = 2000;

type Step =
  | { name: 'code'; email: string }
  | { name: 'password'; email: string; token: string }
  | { name: 'done'; message: string };

type VerifyPanelProps = {
  /** Empty when it is not known. */
  email: string;
  /** What the server said when it sent the code. */
  notice?: string | undefined;
  onOtherAccount: () => void;
};

/** Asks for the six digits of the mail, and for a password where the account's was set in another browser. */
export function VerifyPanel({ email: initialEmail, notice, onOtherAccount }: VerifyPanelProps) {
  const enter = useEnter();
  const resend = useResend();
  const [step, setStep] = useState<Step>({ name: 'code', email: initialEmail });

  const finish = async (account: { email: string; message: string; password?: string }) => {
    setStep({ name: 'done', message: account.message });
    await logInAgain(account.email, account.password);
    await enter({ afterMs: delayMs });
  };
  const onVerified = async ({ email: verified, message, passwordToken }: Verified) => {
    if (!passwordToken) return finish({ email: verified, message });
    if (await setTypedPassword(verified, passwordToken)) {
      return finish({ email: verified, message: 'Your e-mail address is verified.' });
    }
    setStep({ name: 'password', email: verified, token: passwordToken });
  };

  if (step.name === 'done') {
    return (
      <>
        <SignInTitle title="Email verified" takesFocus />
        <Alert tone="good">{step.message}</Alert>
      </>
    );
  }
  if (step.name === 'password') {
    return (
      <SetPasswordPanel
        {...step}
        onSet={(password) =>
          finish({
            email: step.email,
            password,
            message: 'Your e-mail address is verified, and your password is set.',
          })
        }
        onNewCode={() => {
          resend.mutate(step.email);
          setStep({ name: 'code', email: step.email });
        }}
      />
    );
  }
  const { email } = step;
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
}
