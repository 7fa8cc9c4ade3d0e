import { passwordResetEndpoints } from '@picksync/contracts';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { OtpField } from './otp-field.tsx';
import { EmailField, NewPasswordFields } from './sign-in-fields.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { useSignInForm } from './use-sign-in-form.ts';

/** Called with the server's message. */
type OnDone = (message: string) => Promise<void>;

const fallback = 'Failed to reset password';
const labels = { label: 'Reset password', submitLabel: 'Reset Password', pendingLabel: 'Saving...' };

type ResetByLinkFormProps = {
  token: string;
  /** The address whose password it sets, when that is known. */
  email: string | undefined;
  onDone: OnDone;
};

export function ResetByLinkForm({ token, email, onDone }: ResetByLinkFormProps) {
  const [removeOtherWaysIn, setRemoveOtherWaysIn] = useState(false);
  const form = useSignInForm({
    defaultValues: { token, password: '', confirmPassword: '' },
    loadCheck: async () => (await import('./session.schemas.ts')).checkNewPassword,
    send: async ({ password }) => {
      const body = { token, password, removeOtherWaysIn };
      await onDone((await call(passwordResetEndpoints.byToken, { body }, { quiet: true })).message);
    },
    fallback,
  });
  return (
    <SignInForm {...form.shell} {...labels}>
      <NewPasswordFields
        label="New Password"
        {...(email !== undefined && { emailOf: () => email })}
        password={form.field('password')}
        confirmation={form.field('confirmPassword')}
      />
      <OtherWaysIn removed={removeOtherWaysIn} onChange={setRemoveOtherWaysIn} />
    </SignInForm>
  );
}

/** `email` is empty when it is not known. */
export function ResetByCodeForm({ email, onDone }: { email: string; onDone: OnDone }) {
  const [removeOtherWaysIn, setRemoveOtherWaysIn] = useState(false);
  const form = useSignInForm({
    defaultValues: { email, otp: '', password: '', confirmPassword: '' },
    loadCheck: async () => (await import('./session.schemas.ts')).checkResetByCode,
    send: async ({ confirmPassword: _repeated, ...typed }) => {
      const body = { ...typed, removeOtherWaysIn };
      await onDone((await call(passwordResetEndpoints.byOtp, { body }, { quiet: true })).message);
    },
    fallback,
    refusedField: 'otp',
  });
  return (
    <SignInForm {...form.shell} {...labels}>
      {!email && <EmailField {...form.field('email')} />}
      <OtpField
        label="Reset code"
        {...form.field('otp')}
        control={form.control}
        // This step replaces a form that had the focus.
        autoFocus={email !== ''}
      />
      <NewPasswordFields
        label="New Password"
        emailOf={() => form.getValues('email')}
        password={form.field('password')}
        confirmation={form.field('confirmPassword')}
      />
      <OtherWaysIn removed={removeOtherWaysIn} onChange={setRemoveOtherWaysIn} />
    </SignInForm>
  );
}

/** For a user who fears that somebody else was in the account. */
function OtherWaysIn({ removed, onChange }: { removed: boolean; onChange: (removed: boolean) => void }) {
  return (
    <div className="pb-3">
      <Checkbox
        label="Also remove passkeys, linked sign-ins and API keys"
        hint="For when somebody else may have been in your account. Outgoing webhooks are switched off, too."
        checked={removed}
        onChange={onChange}
      />
    </div>
  );
}
