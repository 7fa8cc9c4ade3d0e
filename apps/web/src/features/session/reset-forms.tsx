import { passwordResetEndpoints } from '@picksync/contracts';
import { Checkbox } from '@picksync/ui/checkbox.tsx';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { counted } from '../../ui/counted.ts';
import { OtpField } from './otp-field.tsx';
import { EmailField, NewPasswordFields } from './sign-in-fields.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { useSignInForm } from './use-sign-in-form.ts';

/** Called with the server's message. */
type OnDone = (message: string) => Promise<void>;

const fallback = 'Failed to reset password';
const initially: GoesAsWell = { revokeApiKeys: true, removeOtherWaysIn: false };
const labels = { label: 'Reset password', submitLabel: 'Reset Password', pendingLabel: 'Saving...' };

type ResetByLinkFormProps = {
  token: string;
  /** Whose password it sets, when that is known. */
  account: { email: string; apiKeys: number } | undefined;
  onDone: OnDone;
};

/** What goes with the old password, as the calls take it. */
type GoesAsWell = { revokeApiKeys: boolean; removeOtherWaysIn: boolean };

export function ResetByLinkForm({ token, account, onDone }: ResetByLinkFormProps) {
  const [goesAsWell, setGoesAsWell] = useState(initially);
  const form = useSignInForm({
    defaultValues: { token, password: '', confirmPassword: '' },
    loadCheck: async () => (await import('./session.schemas.ts')).checkNewPassword,
    send: async ({ password }) => {
      const body = { token, password, ...goesAsWell };
      await onDone((await call(passwordResetEndpoints.byToken, { body }, { quiet: true })).message);
    },
    fallback,
  });
  return (
    <SignInForm {...form.shell} {...labels}>
      <NewPasswordFields
        label="New Password"
        {...(account && { getEmail: () => account.email })}
        password={form.field('password')}
        confirmation={form.field('confirmPassword')}
      />
      <AlsoRemove apiKeys={account?.apiKeys} chosen={goesAsWell} onChange={setGoesAsWell} />
    </SignInForm>
  );
}

/** `email` is empty when it is not known. */
export function ResetByCodeForm({ email, onDone }: { email: string; onDone: OnDone }) {
  const [goesAsWell, setGoesAsWell] = useState(initially);
  const form = useSignInForm({
    defaultValues: { email, otp: '', password: '', confirmPassword: '' },
    loadCheck: async () => (await import('./session.schemas.ts')).checkResetByCode,
    send: async ({ confirmPassword: _repeated, ...typed }) => {
      const body = { ...typed, ...goesAsWell };
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
        getEmail={() => form.getValues('email')}
        password={form.field('password')}
        confirmation={form.field('confirmPassword')}
      />
      <AlsoRemove apiKeys={undefined} chosen={goesAsWell} onChange={setGoesAsWell} />
    </SignInForm>
  );
}

type AlsoRemoveProps = {
  /** How many the account has; undefined when that is not known. */
  apiKeys: number | undefined;
  chosen: GoesAsWell;
  onChange: (chosen: GoesAsWell) => void;
};

function AlsoRemove({ apiKeys, chosen, onChange }: AlsoRemoveProps) {
  const { revokeApiKeys, removeOtherWaysIn } = chosen;
  return (
    <div className="grid gap-3 pb-3">
      {apiKeys !== 0 && (
        <Checkbox
          label={apiKeys === undefined ? 'Revoke API keys' : `Revoke ${counted(apiKeys, 'API key')}`}
          hint="A key goes on opening your account otherwise. Programs that use one need a new one."
          checked={revokeApiKeys || removeOtherWaysIn}
          disabled={removeOtherWaysIn}
          onChange={(checked) => onChange({ ...chosen, revokeApiKeys: checked })}
        />
      )}
      {/* For a user who fears that somebody else was in the account. */}
      <Checkbox
        label="Also remove passkeys, linked sign-ins and API keys"
        hint="For when somebody else may have been in your account. Outgoing webhooks are switched off, too."
        checked={removeOtherWaysIn}
        onChange={(checked) => onChange({ ...chosen, removeOtherWaysIn: checked })}
      />
    </div>
  );
}
