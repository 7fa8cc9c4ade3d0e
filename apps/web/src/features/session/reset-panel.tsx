import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { leaveSession } from '../../api/session.queries.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { forgetMailLink } from './mail-link.ts';
import { rememberResetEmail } from './reset-address.ts';
import { ResetByCode } from './reset-by-code.tsx';
import { ResetByLinkForm } from './reset-forms.tsx';
import { SignInEnds } from './sign-in-ends.tsx';
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

/** Sets a new password by the link or the code of a mail, and leads to the login. */
export function ResetPanel({ token, email, onNewCode, onLogin }: ResetPanelProps) {
  const queryClient = useQueryClient();
  const [done, setDone] = useState<string>();

  const finish = async (message: string) => {
    setDone(message);
    rememberResetEmail('');
    forgetMailLink();
    await new Promise((resolve) => setTimeout(resolve, restMs));
    // The session of this browser has ended like every other.
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
    <ByLink token={token} onDone={finish} onNewCode={back.newCode} onBack={back.other} />
  );
}

type ByLinkProps = {
  token: string;
  onDone: (message: string) => Promise<void>;
  onNewCode: () => void;
  onBack: () => void;
};

function ByLink({ token, onDone, onNewCode, onBack }: ByLinkProps) {
  return (
    <>
      <SignInTitle title="Set a new password" takesFocus>
        For the account that this mail was sent to. All its sessions end.
      </SignInTitle>
      <ResetByLinkForm token={token} onDone={onDone} />
      <SignInEnds>
        <Button variant="quiet" size="sm" onClick={onNewCode}>
          Request a new code
        </Button>
        <Button variant="quiet" size="sm" onClick={onBack}>
          Back to Login
        </Button>
      </SignInEnds>
    </>
  );
}
