import { Button } from '@picksync/ui/button.tsx';
import type { VerificationNeeded } from './pending-account.ts';
import { ResendOutcome, useResend } from './resend.tsx';
import { SandboxInbox } from './sandbox-inbox.tsx';
import { SignInTitle } from './sign-in-frame.tsx';

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
        {needed.message} We wrote to <span className="font-medium text-ink">{needed.email}</span>.
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
