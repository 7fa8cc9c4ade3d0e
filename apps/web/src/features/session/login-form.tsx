import type { authEndpoints, Body } from '@picksync/contracts';
import { ApiError } from '../../api/api-error.ts';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { logIn } from './log-in.ts';
import { preloadNextSteps } from './next-steps.ts';
import { rememberPending, type VerificationNeeded } from './pending-account.ts';
import { SignInForm } from './sign-in-form.tsx';
import { useEnter } from './use-enter.ts';
import { useSignInForm } from './use-sign-in-form.ts';

type Login = Pick<Body<typeof authEndpoints.login>, 'email' | 'password'>;

const restMs = 300;

function neededBy(problem: unknown, typed: Login): VerificationNeeded | null {
  return problem instanceof ApiError && problem.status === 403 && problem.reply.requiresVerification
    ? { email: problem.reply.email ?? typed.email, message: problem.message }
    : null;
}

type LoginFormProps = { onVerificationNeeded: (needed: VerificationNeeded) => void };

export function LoginForm({ onVerificationNeeded }: LoginFormProps) {
  const enter = useEnter();
  const send = async (body: Login) => {
    try {
      await logIn(body);
    } catch (problem) {
      const needed = neededBy(problem, body);
      if (!needed) throw problem;
      rememberPending({ ...body, email: needed.email });
      return onVerificationNeeded(needed);
    }
    await enter({ afterMs: restMs });
  };
  const form = useSignInForm({
    initial: { email: '', password: '' },
    loadCheck: async () => {
      preloadNextSteps();
      return (await import('./session.schemas.ts')).checkLogin;
    },
    send,
    fallback: 'Invalid credentials',
  });
  return (
    <SignInForm label="Login" submitLabel="Login" pendingLabel="Logging in..." form={form}>
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
      <Field label="Password" error={form.errors.password}>
        {(control) => (
          <PasswordInput {...control} {...form.input('password')} autoComplete="current-password" />
        )}
      </Field>
    </SignInForm>
  );
}
