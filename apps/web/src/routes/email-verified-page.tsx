import { Alert } from '@picksync/ui/alert.tsx';
import { buttonClass } from '@picksync/ui/button.tsx';
import { Link, useMatch } from '@tanstack/react-router';
import { SignInFrame, SignInTitle } from '../features/session/sign-in-frame.tsx';
import { failureText } from '../features/session/verification-results.ts';

/** The result of following the link of a verification mail. */
export function EmailVerifiedPage() {
  // The route's own: the address is ahead of it while the next page is loading.
  const { pathname, params } = useMatch({ strict: false });
  const { errorType = 'missing_parameters' }: Record<string, string | undefined> = params;
  return (
    <SignInFrame>
      {pathname === '/email-verified/success' ? <Success /> : <Failure errorType={errorType} />}
    </SignInFrame>
  );
}

const primary = buttonClass({ variant: 'primary', size: 'lg' });

function Success() {
  return (
    <>
      <SignInTitle title="Email verified" />
      <Alert tone="good">Your email address is verified. Your account is open.</Alert>
      <Link to="/dashboard" className={primary}>
        Go to Dashboard
      </Link>
    </>
  );
}

function Failure({ errorType }: { errorType: string }) {
  return (
    <>
      <SignInTitle title="Verification failed" />
      <Alert tone="bad">{failureText(errorType)}</Alert>
      <div className="grid gap-2">
        <Link to="/login" search={{ mode: 'verify' }} className={primary}>
          Resend Verification
        </Link>
        <Link to="/login" className={buttonClass({ size: 'lg' })}>
          Return to Login
        </Link>
      </div>
    </>
  );
}
