import { authEndpoints } from '@picksync/contracts';
import { call } from '../../api/call.ts';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { OtpInput } from '../../ui/otp-input.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { useSignInForm } from './use-sign-in-form.ts';

type VerifyFormProps = {
  /** Empty when it is not known; the form asks for it then. */
  email: string;
  onVerified: (verified: Verified) => Promise<void>;
};

/** What the server said to a right code; with a token, the account still needs a password. */
export type Verified = { email: string; message: string; passwordToken?: string | null };

export function VerifyForm({ email, onVerified }: VerifyFormProps) {
  const form = useSignInForm({
    initial: { email, otp: '' },
    loadCheck: async () => (await import('./session.schemas.ts')).checkVerification,
    send: async (body) => {
      const { message, passwordToken } = await call(authEndpoints.verifyEmail, { body }, { quiet: true });
      await onVerified({ email: body.email, message, passwordToken });
    },
    fallback: 'Failed to verify email',
  });
  return (
    <SignInForm label="Verify email" submitLabel="Verify Email" pendingLabel="Verifying..." form={form}>
      {!email && (
        <Field label="Email" error={form.errors.email}>
          {(control) => (
            <Input
              {...control}
              {...form.input('email')}
              type="email"
              inputMode="email"
              autoComplete="username"
            />
          )}
        </Field>
      )}
      <Field label="Verification code" error={form.errors.otp} hint="6 digits, valid for 10 minutes">
        {(control) => (
          <OtpInput
            {...control}
            name="otp"
            // This step takes the place of a form that had the focus.
            autoFocus={email !== ''}
            value={form.values.otp}
            onChange={(otp) => form.change('otp', otp)}
          />
        )}
      </Field>
    </SignInForm>
  );
}
