import { authEndpoints } from '@picksync/contracts';
import { call } from '../../api/call.ts';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { preloadNextSteps } from './next-steps.ts';
import { rememberPending } from './pending-account.ts';
import { SignInForm } from './sign-in-form.tsx';
import { useSignInForm } from './use-sign-in-form.ts';

/** `message` is what the server said. */
type RegisterFormProps = { onRegistered: (message: string) => void };

export function RegisterForm({ onRegistered }: RegisterFormProps) {
  const form = useSignInForm({
    initial: { email: '', password: '', confirmPassword: '' },
    loadCheck: async () => {
      preloadNextSteps();
      return (await import('./session.schemas.ts')).checkRegistration;
    },
    send: async ({ email, password }) => {
      const { message } = await call(authEndpoints.register, { body: { email, password } }, { quiet: true });
      rememberPending({ email, password });
      onRegistered(message);
    },
    fallback: 'Could not create account',
  });
  const newPassword = { autoComplete: 'new-password' };
  return (
    <SignInForm label="Register" submitLabel="Create Account" pendingLabel="Creating account..." form={form}>
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
      <Field
        label="Password"
        error={form.errors.password}
        hint="At least 10 characters, with A–Z, a–z, a number and a sign"
      >
        {(control) => <PasswordInput {...control} {...form.input('password')} {...newPassword} />}
      </Field>
      <Field label="Confirm Password" error={form.errors.confirmPassword}>
        {(control) => <PasswordInput {...control} {...form.input('confirmPassword')} {...newPassword} />}
      </Field>
    </SignInForm>
  );
}
