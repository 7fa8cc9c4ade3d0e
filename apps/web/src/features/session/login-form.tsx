import type { authEndpoints, Body, SecondFactor } from '@picksync/contracts';
import { PasswordField } from '@picksync/ui/text-field.tsx';
import { Link } from '@tanstack/react-router';
import { ApiError } from '../../api/api-error.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { logIn } from './log-in.ts';
import { rememberPending, type VerificationNeeded } from './pending-account.ts';
import { EmailField } from './sign-in-fields.tsx';
import { SignInForm, useSignInForm } from './sign-in-form.tsx';

const PasskeyLogin = lazyPart(async () => (await import('./passkeys/passkey-button.tsx')).PasskeyLogin);

type Login = Pick<Body<typeof authEndpoints.login>, 'email' | 'password'>;

function neededBy(problem: unknown, typed: Login): VerificationNeeded | null {
  return problem instanceof ApiError && problem.status === 403 && problem.reply.requiresVerification
    ? { email: problem.reply.email ?? typed.email, message: problem.message }
    : null;
}

/** A login that needs a second factor, and which can be given; the email is empty after a sign-in with a provider. */
export type SecondFactorMissing = { email: string; factors: SecondFactor[] };

type LoginFormProps = {
  /** Called with the typed address; without it there is no "Forgot password". */
  onForgot?: (email: string) => void;
  /** The address whose password is needed; without it the form asks for the address as well. */
  email?: string;
  /** The initial value of the email field. */
  proposedEmail?: string;
  /** The form is pending until this ends. */
  onLoggedIn: () => Promise<void>;
  onVerificationNeeded: (needed: VerificationNeeded) => void;
  /** The password is right, and a second factor is missing. */
  onSecondFactor: (missing: SecondFactorMissing) => void;
};

export function LoginForm(props: LoginFormProps) {
  const { email, proposedEmail = '', onForgot, onLoggedIn, onVerificationNeeded, onSecondFactor } = props;
  const form = useSignInForm<Login>({
    defaultValues: { email: email ?? proposedEmail, password: '' },
    loadCheck: async () => (await import('./session.schemas.ts')).checkLogin,
    send: async (body) => {
      try {
        const factors = await logIn(body);
        if (factors.length > 0) return onSecondFactor({ email: body.email, factors });
      } catch (problem) {
        const needed = neededBy(problem, body);
        if (!needed) throw problem;
        rememberPending({ ...body, email: needed.email });
        return onVerificationNeeded(needed);
      }
      await onLoggedIn();
    },
    fallback: 'Invalid credentials',
    refusedField: 'password',
  });
  const { error, input } = form.field('email');
  return (
    <div className="grid gap-4">
      <SignInForm {...form.shell} label="Login" submitLabel="Login" pendingLabel="Logging in...">
        <EmailField error={error} input={{ ...input, readOnly: email !== undefined }} />
        <PasswordField
          label="Password"
          {...form.field('password')}
          autoComplete="current-password"
          aside={
            onForgot && (
              <Link
                to="/login"
                search={{ mode: 'forgot' }}
                onClick={() => onForgot(form.getValues('email'))}
                className="-my-1 rounded-sm py-1 text-sm text-accent underline underline-offset-2"
              >
                Forgot password
              </Link>
            )
          }
        />
      </SignInForm>
      <PasskeyLogin onLoggedIn={onLoggedIn} />
    </div>
  );
}
