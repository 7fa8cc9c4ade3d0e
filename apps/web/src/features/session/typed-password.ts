import { passwordResetEndpoints } from '@picksync/contracts';
import { call } from '../../api/call.ts';
import { logIn } from './log-in.ts';
import { forgetPending, pendingCredentials } from './pending-account.ts';

/** Sets the password that was typed here before the code, so that nobody has to type it again. Returns whether that worked. */
export async function setTypedPassword(email: string, token: string): Promise<boolean> {
  const typed = pendingCredentials(email);
  if (!typed) return false;
  const body = { token, password: typed.password };
  return call(passwordResetEndpoints.byToken, { body }, { quiet: true }).then(
    () => true,
    // The form shows what is wrong when the password is typed again.
    () => false,
  );
}

/** Verifying signs nobody in. Whoever gave a password before the code does not have to give it again. */
export async function logInAgain(
  email: string,
  password = pendingCredentials(email)?.password,
): Promise<void> {
  forgetPending();
  if (password === undefined) return;
  // The start page shows the login when this fails.
  await logIn({ email, password }).catch(() => undefined);
}
