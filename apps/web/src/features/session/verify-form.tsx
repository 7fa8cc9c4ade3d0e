import { authEndpoints } from '@picksync/contracts';
import { otpLength } from '@picksync/ui/otp-input.tsx';
import { useRef } from 'react';
import { call } from '../../api/call.ts';
import { verificationTimeoutMs, withAttempts } from './attempts.ts';
import { OtpField } from './otp-field.tsx';
import { EmailField } from './sign-in-fields.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { useSignInForm } from './use-sign-in-form.ts';

type VerifyFormProps = {
  /** Empty when it is not known; the form asks for it then. */
  email: string;
  /** Called with the address as it is typed. */
  onEmail: (email: string) => void;
  onVerified: (verified: Verified) => Promise<void>;
};

/** The server's reply to a right code or link; with a token, the account still needs a password. */
export type Verified = { email: string; message: string; passwordToken?: string | null };

const options = { quiet: true, timeoutMs: verificationTimeoutMs };

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
  const submitted = useRef('');
  const submitComplete = (otp: string) => {
    if (otp.length < otpLength || otp === submitted.current || form.getValues('email') === '') return;
    submitted.current = otp;
    form.shell.onSubmit();
  };
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
      <OtpField
        label="Verification code"
        {...form.field('otp')}
        control={form.control}
        // This step replaces a form that had the focus.
        autoFocus={email !== ''}
        onTyped={submitComplete}
      />
    </SignInForm>
  );
}
