import { authEndpoints, passwordResetEndpoints } from '@picksync/contracts';
import { Button } from '@picksync/ui/button.tsx';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { sleep } from '../../ui/sleep.ts';
import { CodeField } from './code-field.tsx';
import { forgetMailLink } from './mail-link.ts';
import { EmailField, NewPasswordFields } from './sign-in-fields.tsx';
import { SignInForm, useSignInForm } from './sign-in-form.tsx';
import { Address, EndButton, SignInEnds, SignInTitle } from './sign-in-frame.tsx';
import type { Verified } from './use-verification.ts';
import { toFailure } from './verification-results.ts';

const maxAttempts = 3;
const firstPauseMs = 1000;
const options = { timeoutMs: 10_000 };

/** Returns whether another attempt may help: without a reply, or after a failure of the server. */
function mayPass(problem: unknown): boolean {
  return problem instanceof ApiError && (problem.status === 0 || problem.status >= 500);
}

/** Makes a call up to three times, with a pause that doubles. Throws what the last attempt threw. */
async function withAttempts<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt();
    } catch (problem) {
      if (tries === maxAttempts || !mayPass(problem)) throw problem;
      await sleep(firstPauseMs * 2 ** (tries - 1));
    }
  }
}

type VerifyFormProps = {
  /** Empty when it is not known; the form asks for it then. */
  email: string;
  /** Called with the address as it is typed. */
  onEmail: (email: string) => void;
  onVerified: (verified: Verified) => Promise<void>;
};

export function VerifyForm({ email, onEmail, onVerified }: VerifyFormProps) {
  const form = useSignInForm({
    defaultValues: { email, otp: '' },
    loadCheck: async () => (await import('./session.schemas.ts')).checkVerification,
    send: async (body) => {
      const verified = await withAttempts(() => call(authEndpoints.verifyEmail, { body }, options));
      await onVerified({ ...verified, email: body.email });
    },
    fallback: 'Failed to verify email',
    refusedField: 'otp',
  });
  const address = form.field('email');
  return (
    <SignInForm {...form.shell} label="Verify email" submitLabel="Verify Email" pendingLabel="Verifying...">
      {!email && (
        <EmailField
          error={address.error}
          input={{
            ...address.input,
            onChange: (event) => {
              onEmail(event.target.value);
              return address.input.onChange(event);
            },
          }}
        />
      )}
      <CodeField
        form={form}
        name="otp"
        label="Verification code"
        hint="6 digits, valid for 10 minutes"
        // This step replaces a form that had the focus.
        autoFocus={email !== ''}
        onComplete={() => form.getValues('email') !== '' && form.shell.onSubmit()}
      />
    </SignInForm>
  );
}

type VerifyLinkProps = {
  token: string;
  onVerified: (verified: Verified) => Promise<void>;
  onCode: () => void;
};

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
      <SignInEnds>
        <EndButton
          onClick={() => {
            forgetMailLink();
            onCode();
          }}
        >
          I have a verification code
        </EndButton>
      </SignInEnds>
    </>
  );
}

type SetPasswordPanelProps = {
  email: string;
  /** The token that sets the password of one account, once. */
  token: string;
  onSet: (password: string) => Promise<void>;
  onNewCode: () => void;
};

/** After a right code for an account whose password was set in another browser. */
export function SetPasswordPanel({ email, token, onSet, onNewCode }: SetPasswordPanelProps) {
  const form = useSignInForm({
    defaultValues: { token, password: '', confirmPassword: '' },
    loadCheck: async () => (await import('./session.schemas.ts')).checkNewPassword,
    send: async ({ password }) => {
      await call(passwordResetEndpoints.byToken, { body: { token, password } });
      await onSet(password);
    },
    fallback: 'Failed to reset password',
  });
  return (
    <>
      <SignInTitle title="Set a password" takesFocus>
        Almost done. The account <Address>{email}</Address> was registered in another browser, so its password
        does not count. Choose the one you want to log in with.
      </SignInTitle>
      <SignInForm {...form.shell} label="Set a password" submitLabel="Set Password" pendingLabel="Saving...">
        <NewPasswordFields form={form} getEmail={() => email} />
      </SignInForm>
      <SignInEnds>
        <EndButton onClick={onNewCode}>Start again with a new code</EndButton>
      </SignInEnds>
    </>
  );
}
