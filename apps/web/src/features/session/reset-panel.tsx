import { Alert } from '@picksync/ui/alert.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { leaveSession } from '../../api/session.queries.ts';
import { forgetMailLink } from './mail-link.ts';
import { rememberResetEmail } from './reset-address.ts';
import { ResetByCode } from './reset-by-code.tsx';
import { ResetByLink } from './reset-by-link.tsx';
import { SignInTitle } from './sign-in-frame.tsx';

const restMs = 2000;

type ResetPanelProps = {
  /** Of the link in the mail; null for somebody who types the code. */
  token: string | null;
  /** Empty when it is not known; the form asks for it then. */
  email: string;
  onNewCode: () => void;
  onLogin: () => Promise<void> | void;
};

/** Sets a new password by the link or the code of a mail, and opens the login then. */
export function ResetPanel({ token, email, onNewCode, onLogin }: ResetPanelProps) {
  const queryClient = useQueryClient();
  const [done, setDone] = useState<string>();

  const finish = async (message: string) => {
    setDone(message);
    rememberResetEmail('');
    forgetMailLink();
    await new Promise((resolve) => setTimeout(resolve, restMs));
    // The session of this browser has ended like all others.
    await leaveSession(queryClient, async () => onLogin());
  };
  if (done !== undefined) {
    return (
      <>
        <SignInTitle title="Set a new password" takesFocus />
        <Alert tone="good" title="Password changed">
          {done} All sessions have ended. Taking you to Login.
        </Alert>
      </>
    );
  }
  const back = {
    newCode: () => {
      forgetMailLink();
      onNewCode();
    },
    other: () => {
      forgetMailLink();
      rememberResetEmail('');
      void onLogin();
    },
  };
  return token === null ? (
    <ResetByCode email={email} onDone={finish} onNewCode={back.newCode} onOtherAccount={back.other} />
  ) : (
    <ResetByLink token={token} onDone={finish} onNewCode={back.newCode} onBack={back.other} />
  );
}
