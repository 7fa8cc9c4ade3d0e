import { passwordEndpoints } from '@picksync/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { authStatusQuery, useAuthStatus } from '../api/session.queries.ts';
import { NewPasswordFields } from '../features/session/sign-in-fields.tsx';
import { SignInForm, useSignInForm } from '../features/session/sign-in-form.tsx';
import {
  Address,
  EndButton,
  SignInEnds,
  SignInFrame,
  SignInTitle,
} from '../features/session/sign-in-frame.tsx';
import { useLogout } from '../features/session/use-logout.ts';
import { VerifyPanel } from '../features/session/verify-panel.tsx';
import { rememberToken } from '../stores/session-storage.ts';
import { useSessionElsewhere } from './use-session-elsewhere.ts';

/** The page of a signed-in user who has to do something before anything else. */
export function FirstStepPage() {
  useSessionElsewhere();
  const { user, emailVerificationRequired } = useAuthStatus();
  const Screen = emailVerificationRequired ? VerifyScreen : UpdatePasswordScreen;
  return <Screen email={user?.email ?? ''} />;
}

/** For a signed-in user who has to set a new password before anything else. */
function UpdatePasswordScreen({ email }: { email: string }) {
  const queryClient = useQueryClient();
  const logout = useLogout();
  const form = useSignInForm({
    defaultValues: { password: '', confirmPassword: '' },
    loadCheck: async () => (await import('../features/session/session.schemas.ts')).checkPasswordUpdate,
    send: async ({ password }) => {
      const { authToken } = await call(passwordEndpoints.update, { body: { password } });
      rememberToken(authToken);
      await queryClient.invalidateQueries({ queryKey: authStatusQuery.queryKey });
    },
    fallback: 'Failed to reset password',
  });
  return (
    <SignInFrame>
      <SignInTitle title="Set a new password">
        The password of <Address>{email}</Address> has to be replaced before you go on. Your automations keep
        running.
      </SignInTitle>
      <SignInForm
        {...form.shell}
        label="Set a new password"
        submitLabel="Set Password"
        pendingLabel="Saving..."
      >
        <NewPasswordFields label="New Password" form={form} getEmail={() => email} />
      </SignInForm>
      <SignInEnds>
        <EndButton pending={logout.isPending} onClick={() => logout.mutate()}>
          Logout
        </EndButton>
      </SignInEnds>
    </SignInFrame>
  );
}

/** For somebody who is signed in and has not verified the address yet. */
function VerifyScreen({ email }: { email: string }) {
  const logout = useLogout();
  return (
    <SignInFrame>
      <VerifyPanel email={email} onOtherAccount={() => logout.mutate()} />
    </SignInFrame>
  );
}
