import { passwordResetEndpoints } from '@picksync/contracts';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { logIn } from './log-in.ts';
import { forgetPending, pendingCredentials } from './pending-account.ts';
import { useFinishLogin } from './use-finish-login.ts';
import type { Verified } from './verify-form.tsx';

const restMs = 2000;

type Step =
  | { name: 'code'; email: string }
  | { name: 'password'; email: string; token: string }
  | { name: 'done'; message: string };

/** Sets the password that was typed here before the code, so that nobody has to type it again. Returns whether that worked. */
async function setTypedPassword(email: string, token: string): Promise<boolean> {
  const typed = pendingCredentials(email);
  if (!typed) return false;
  const body = { token, password: typed.password };
  return call(passwordResetEndpoints.byToken, { body }, { quiet: true }).then(
    () => true,
    // The form shows what is wrong when the password is typed again.
    () => false,
  );
}

/** The steps from the code to the dashboard, with a password between them where the account needs one. */
export function useVerification(initialEmail: string) {
  const finishLogin = useFinishLogin();
  const [step, setStep] = useState<Step>({ name: 'code', email: initialEmail });

  /** Verifying signs nobody in. Whoever gave a password before the code does not have to give it again. */
  const finish = async (email: string, { message, password }: { message: string; password?: string }) => {
    setStep({ name: 'done', message: password === undefined ? message : 'Verified. Opening your dashboard' });
    forgetPending();
    // The start page shows the login when this fails.
    if (password !== undefined) await logIn({ email, password }).catch(() => undefined);
    await finishLogin({ afterMs: restMs });
  };

  return {
    step,
    enterCode: (email: string) => setStep({ name: 'code', email }),
    onVerified: async ({ email, message, passwordToken }: Verified) => {
      const typed = pendingCredentials(email)?.password;
      const known = { message, ...(typed !== undefined && { password: typed }) };
      if (!passwordToken || (await setTypedPassword(email, passwordToken))) return finish(email, known);
      setStep({ name: 'password', email, token: passwordToken });
    },
    onPasswordSet: (email: string, password: string) => finish(email, { message: '', password }),
  };
}
