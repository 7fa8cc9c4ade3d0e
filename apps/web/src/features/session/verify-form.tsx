import { authEndpoints } from '@picksync/contracts';
import { useRef } from 'react';
import { Controller } from 'react-hook-form';
import { call } from '../../api/call.ts';
import { Field } from '../../ui/field.tsx';
import { OtpInput, otpLength } from '../../ui/otp-input.tsx';
import { EmailField } from './sign-in-fields.tsx';
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
    defaultValues: { email, otp: '' },
    loadCheck: async () => (await import('./session.schemas.ts')).checkVerification,
    send: async (body) => {
      const { message, passwordToken } = await call(authEndpoints.verifyEmail, { body }, { quiet: true });
      await onVerified({ email: body.email, message, passwordToken });
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
  const { error, input } = form.field('otp');
  return (
    <SignInForm {...form.shell} label="Verify email" submitLabel="Verify Email" pendingLabel="Verifying...">
      {!email && <EmailField {...form.field('email')} />}
      <Field label="Verification code" error={error} hint="6 digits, valid for 10 minutes">
        {(control) => (
          <Controller
            name="otp"
            control={form.control}
            render={({ field }) => (
              <OtpInput
                {...control}
                {...input}
                {...field}
                // This step takes the place of a form that had the focus.
                autoFocus={email !== ''}
                onChange={(otp) => {
                  field.onChange(otp);
                  submitComplete(otp);
                }}
              />
            )}
          />
        )}
      </Field>
    </SignInForm>
  );
}
