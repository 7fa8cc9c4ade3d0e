import { authEndpoints } from '@picksync/contracts';
import { call } from '../../api/call.ts';
import { rememberPending } from './pending-account.ts';
import { EmailField, NewPasswordFields } from './sign-in-fields.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { useSignInForm } from './use-sign-in-form.ts';

/** `message` is what the server said. */
type RegisterFormProps = { onRegistered: (message: string) => void };

export function RegisterForm({ onRegistered }: RegisterFormProps) {
  const form = useSignInForm({
    defaultValues: { email: '', password: '', confirmPassword: '' },
    loadCheck: async () => (await import('./session.schemas.ts')).checkRegistration,
    send: async ({ email, password }) => {
      const { message } = await call(authEndpoints.register, { body: { email, password } }, { quiet: true });
      rememberPending({ email, password });
      onRegistered(message);
    },
    fallback: 'Could not create account',
  });
  return (
    <SignInForm
      {...form.shell}
      label="Register"
      submitLabel="Create Account"
      pendingLabel="Creating account..."
    >
      <EmailField {...form.field('email')} />
      <NewPasswordFields
        getEmail={() => form.getValues('email')}
        password={form.field('password')}
        confirmation={form.field('confirmPassword')}
      />
    </SignInForm>
  );
}
