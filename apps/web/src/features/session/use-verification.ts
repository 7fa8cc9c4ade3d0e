import { passwordResetEndpoints } from '@picksync/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../api/call.ts';
import { authStatusQuery } from '../../api/session.queries.ts';
import { quietly } from '../../stores/session-storage.ts';
import { sleep } from '../../ui/sleep.ts';
import { logIn, useFinishLogin } from './log-in.ts';
import { forgetPending, pendingCredentials } from './pending-account.ts';
import { addressAfterLogin } from './redirect.ts';

const key = 'emailVerified';

/** The server's reply to a right code or link; with a token, the account still needs a password. */
export type Verified = { email: string; message: string; passwordToken?: string | null };

/** Tells the other tabs of this browser that an address is verified. Where storage is not allowed, they wait for their code. */
function announceVerified(email: string): void {
  quietly(() => {
    localStorage.setItem(key, email);
    localStorage.removeItem(key);
  });
}

/** Calls back when another tab has verified the address that waits for its code here. */
function useVerifiedElsewhere(email: string, onVerified: () => void): void {
  const latest = useRef(onVerified);
  latest.current = onVerified;
  useEffect(() => {
    if (email === '') return;
    const onStorage = (event: StorageEvent) => {
      if (event.key === key && event.newValue === email) latest.current();
    };
    window.addEventListener('storage', onStorage);
    return () => window.removeEventListener('storage', onStorage);
  }, [email]);
}

const restMs = 2000;

type Step =
  | { name: 'link'; token: string }
  | { name: 'code'; email: string }
  | { name: 'password'; email: string; token: string }
  | { name: 'done'; message: string };

/**
 * Sets the password that was typed here before the code, so that the user does not have to type it again. Returns
 * whether that worked.
 */
async function setTypedPassword(email: string, token: string): Promise<boolean> {
  const typed = pendingCredentials(email);
  if (!typed) return false;
  const body = { token, password: typed.password };
  return call(passwordResetEndpoints.byToken, { body }).then(
    () => true,
    // The form shows the error when the password is typed again.
    () => false,
  );
}

const resultPage = '/email-verified/success';

/** Returns a function that shows the result, and goes on from there unless the user has done so before. */
function useShowResult() {
  const queryClient = useQueryClient();
  const router = useRouter();
  return async (): Promise<void> => {
    // The page that the user wanted is in the address that the result replaces.
    const redirect = addressAfterLogin(router.state.location.search);
    await router.navigate({ to: resultPage, replace: true });
    await sleep(restMs);
    if (router.state.location.pathname !== resultPage) return;
    await queryClient.invalidateQueries({ queryKey: authStatusQuery.queryKey });
    // The login forwards a user who is signed in.
    await router.navigate({ to: '/login', search: redirect === '/' ? {} : { redirect }, replace: true });
  };
}

/** The steps from the code or the link to the dashboard, with a password between them where the account needs one. */
export function useVerification({ email: initialEmail, token }: { email: string; token: string | null }) {
  const finishLogin = useFinishLogin();
  const { state } = useRouter();
  const showResult = useShowResult();
  const [step, setStep] = useState<Step>(
    token === null ? { name: 'code', email: initialEmail } : { name: 'link', token },
  );

  /** Verifying does not sign in. A user who typed the password before the code is signed in with it. */
  const finish = async (email: string, { message, password }: { message: string; password?: string }) => {
    const next =
      addressAfterLogin(state.location.search) === '/' ? 'your dashboard' : 'the page you came for';
    setStep({ name: 'done', message: password === undefined ? message : `Verified. Opening ${next}` });
    forgetPending();
    // The start page shows the login when this fails.
    if (password !== undefined) await logIn({ email, password }).catch(() => undefined);
    await finishLogin({ afterMs: restMs });
  };

  // The link of the mail was followed in another tab while this one waits for the code.
  useVerifiedElsewhere(step.name === 'code' ? step.email : '', () => {
    const email = initialEmail;
    const password = pendingCredentials(email)?.password;
    void finish(email, { message: 'Your email address is verified.', ...(password && { password }) });
  });

  return {
    step,
    enterCode: (email: string) => setStep({ name: 'code', email }),
    onVerified: async ({ email, message, passwordToken }: Verified) => {
      const typed = pendingCredentials(email)?.password;
      const known = { message, ...(typed !== undefined && { password: typed }) };
      if (!passwordToken) announceVerified(email);
      if (!passwordToken && step.name === 'link') return showResult();
      if (!passwordToken || (await setTypedPassword(email, passwordToken))) return finish(email, known);
      setStep({ name: 'password', email, token: passwordToken });
    },
    onPasswordSet: (email: string, password: string) => finish(email, { message: '', password }),
  };
}
