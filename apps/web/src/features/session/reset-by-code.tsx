import { passwordResetEndpoints } from '@picksync/contracts';
import { Alert } from '@picksync/ui/alert.tsx';
import { Button } from '@picksync/ui/button.tsx';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { getMessage } from '../../api/form-errors.ts';
import { ResetByCodeForm } from './reset-forms.tsx';
import { SandboxInbox } from './sandbox-inbox.tsx';
import { SignInEnds } from './sign-in-ends.tsx';
import { SignInTitle } from './sign-in-frame.tsx';

type ResetByCodeProps = {
  email: string;
  onDone: (message: string) => Promise<void>;
  onNewCode: () => void;
  onOtherAccount: () => void;
};

/** For a user who has got a code. */
export function ResetByCode({ email, onDone, onNewCode, onOtherAccount }: ResetByCodeProps) {
  const resend = useMutation({
    mutationFn: () => call(passwordResetEndpoints.forgot, { body: { email } }, { quiet: true }),
  });
  return (
    <>
      <SignInTitle title="Set a new password" takesFocus={email === ''}>
        Enter the code from the mail we sent{email ? ' to ' : '.'}
        {email && <span className="font-medium text-ink">{email}</span>}
      </SignInTitle>
      {resend.isSuccess && <Alert tone="good">{resend.data.message}</Alert>}
      {resend.isError && (
        <Alert tone="bad">{getMessage(resend.error, 'Failed to request password reset')}</Alert>
      )}
      <SandboxInbox />
      <ResetByCodeForm email={email} onDone={onDone} />
      <SignInEnds>
        {email ? (
          <Button
            variant="quiet"
            size="sm"
            pending={resend.isPending}
            pendingLabel="Sending..."
            onClick={() => resend.mutate()}
          >
            Resend Code
          </Button>
        ) : (
          <Button variant="quiet" size="sm" onClick={onNewCode}>
            Request a new code
          </Button>
        )}
        <Button variant="quiet" size="sm" onClick={onOtherAccount}>
          Try Different Account
        </Button>
      </SignInEnds>
    </>
  );
}
