import { passwordResetEndpoints } from '@picksync/contracts';
import { Button } from '@picksync/ui/button.tsx';
import { call } from '../../api/call.ts';
import { NewPasswordFields } from './sign-in-fields.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { SignInTitle } from './sign-in-frame.tsx';
import { useSignInForm } from './use-sign-in-form.ts';

type SetPasswordPanelProps = {
  email: string;
  token: string;
  onSet: (password: string) => Promise<void>;
  onNewCode: () => void;
};

/** After a right code for an account whose password was set in another browser. */
export function SetPasswordPanel({ email, token, onSet, onNewCode }: SetPasswordPanelProps) {
  return (
    <>
      <SignInTitle title="Set a password" takesFocus>
        Almost done. The account <span className="font-medium text-ink">{email}</span> was registered in
        another browser, so its password does not count. Choose the one you want to log in with.
      </SignInTitle>
      <NewPasswordForm email={email} token={token} onSet={onSet} />
      <div className="-mx-2.5">
        <Button variant="quiet" size="sm" onClick={onNewCode}>
          Start again with a new code
        </Button>
      </div>
    </>
  );
}

type NewPasswordFormProps = {
  email: string;
  /** The token that sets the password of one account, once. */
  token: string;
  onSet: (password: string) => Promise<void>;
};

function NewPasswordForm({ email, token, onSet }: NewPasswordFormProps) {
  const form = useSignInForm({
    defaultValues: { token, password: '', confirmPassword: '' },
    loadCheck: async () => (await import('./session.schemas.ts')).checkNewPassword,
    send: async ({ password }) => {
      await call(passwordResetEndpoints.byToken, { body: { token, password } }, { quiet: true });
      await onSet(password);
    },
    fallback: 'Failed to reset password',
  });
  return (
    <SignInForm {...form.shell} label="Set a password" submitLabel="Set Password" pendingLabel="Saving...">
      <NewPasswordFields
        getEmail={() => email}
        password={form.field('password')}
        confirmation={form.field('confirmPassword')}
      />
    </SignInForm>
  );
}
