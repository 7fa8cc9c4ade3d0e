import { passwordEndpoints } from '@picksync/contracts';
import { Button } from '@picksync/ui/button.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { authStatusQuery } from '../../api/session.queries.ts';
import { rememberToken } from '../../stores/session-storage.ts';
import { NewPasswordFields } from './sign-in-fields.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { SignInFrame, SignInTitle } from './sign-in-frame.tsx';
import { useLogout } from './use-logout.ts';
import { useSignInForm } from './use-sign-in-form.ts';

/** For a signed-in user who has to set a new password before anything else. */
export function UpdatePasswordScreen({ email }: { email: string }) {
  const queryClient = useQueryClient();
  const logout = useLogout();
  const form = useSignInForm({
    defaultValues: { password: '', confirmPassword: '' },
    loadCheck: async () => (await import('./session.schemas.ts')).checkPasswordUpdate,
    send: async ({ password }) => {
      const { authToken } = await call(passwordEndpoints.update, { body: { password } }, { quiet: true });
      rememberToken(authToken);
      await queryClient.invalidateQueries({ queryKey: authStatusQuery.queryKey });
    },
    fallback: 'Failed to reset password',
  });
  return (
    <SignInFrame>
      <SignInTitle title="Set a new password">
        The password of <span className="font-medium text-ink">{email}</span> has to be replaced before you go
        on. Your automations keep running.
      </SignInTitle>
      <SignInForm
        {...form.shell}
        label="Set a new password"
        submitLabel="Set Password"
        pendingLabel="Saving..."
      >
        <NewPasswordFields
          label="New Password"
          getEmail={() => email}
          password={form.field('password')}
          confirmation={form.field('confirmPassword')}
        />
      </SignInForm>
      <div className="-mx-2.5">
        <Button variant="quiet" size="sm" pending={logout.isPending} onClick={() => logout.mutate()}>
          Logout
        </Button>
      </div>
    </SignInFrame>
  );
}
