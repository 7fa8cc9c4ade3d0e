import { authEndpoints } from '@picksync/contracts';
import { Button } from '@picksync/ui/button.tsx';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { call } from '../../api/call.ts';
import { verificationTimeoutMs, withAttempts } from './attempts.ts';
import { forgetMailLink } from './mail-link.ts';
import { SignInTitle } from './sign-in-frame.tsx';
import { toFailure } from './verification-results.ts';
import type { Verified } from './verify-form.tsx';

type VerifyLinkProps = {
  token: string;
  onVerified: (verified: Verified) => Promise<void>;
  onCode: () => void;
};

const options = { quiet: true, timeoutMs: verificationTimeoutMs };

/**
 * The link of a mail was opened. Mail scanners open links as well, so nothing happens until the button is pressed.
 */
export function VerifyLink({ token, onVerified, onCode }: VerifyLinkProps) {
  const navigate = useNavigate();
  const verify = useMutation({
    mutationFn: () => withAttempts(() => call(authEndpoints.verifyEmailByLink, { body: { token } }, options)),
    onSuccess: async (verified) => {
      forgetMailLink();
      await onVerified(verified);
    },
    onError: async (problem) => {
      forgetMailLink();
      const errorType = toFailure(problem);
      await navigate({ to: '/email-verified/error/$errorType', params: { errorType }, replace: true });
    },
  });
  return (
    <>
      <SignInTitle title="Verify your email address" takesFocus>
        One press, and the address that this mail was sent to is verified.
      </SignInTitle>
      <Button
        variant="primary"
        size="lg"
        pending={verify.isPending}
        pendingLabel="Verifying..."
        onClick={() => verify.mutate()}
      >
        Verify Email
      </Button>
      <div className="-mx-2.5">
        <Button
          variant="quiet"
          size="sm"
          onClick={() => {
            forgetMailLink();
            onCode();
          }}
        >
          I have a verification code
        </Button>
      </div>
    </>
  );
}
