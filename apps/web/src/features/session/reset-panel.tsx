import { passwordResetEndpoints, pluralize } from '@picksync/contracts';
import { Alert } from '@picksync/ui/alert.tsx';
import { Button } from '@picksync/ui/button.tsx';
import { Checkbox } from '@picksync/ui/checkbox.tsx';
import { Loading, Skeleton } from '@picksync/ui/skeleton.tsx';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { getMessage } from '../../api/form-errors.ts';
import { leaveSession } from '../../api/session.queries.ts';
import { Sentence } from '../../ui/sentence.tsx';
import { sleep } from '../../ui/sleep.ts';
import { CodeField } from './code-field.tsx';
import { forgetMailLink } from './mail-link.ts';
import { rememberResetEmail } from './pending-account.ts';
import { SandboxInbox } from './sandbox-inbox.tsx';
import { EmailField, NewPasswordFields } from './sign-in-fields.tsx';
import { SignInForm, useSignInForm } from './sign-in-form.tsx';
import { Address, EndButton, SentTo, SignInEnds, SignInTitle } from './sign-in-frame.tsx';

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

  const finish = async (message: string, address: string) => {
    setDone(message);
    // The login proposes it.
    rememberResetEmail(address);
    forgetMailLink();
    await sleep(restMs);
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
    <ResetByCode email={email} onDone={finish} onNewCode={back.newCode} onBack={back.other} />
  ) : (
    <ResetByLink token={token} onDone={finish} onNewCode={back.newCode} onBack={back.other} />
  );
}

type ResetProps = {
  /** Called with the server's message and the address of the account; empty where that is not known. */
  onDone: (message: string, address: string) => Promise<void>;
  onNewCode: () => void;
  /** Goes back to the login. */
  onBack: () => void;
};

/** For a user who has got a code. */
function ResetByCode({ email, onDone, onNewCode, onBack }: ResetProps & { email: string }) {
  const resend = useMutation({
    mutationFn: () => call(passwordResetEndpoints.forgot, { body: { email } }),
  });
  return (
    <>
      <SignInTitle title="Set a new password" takesFocus={email === ''}>
        <SentTo email={email} />
      </SignInTitle>
      {resend.isSuccess && <Alert tone="good">{resend.data.message}</Alert>}
      {resend.isError && (
        <Alert tone="bad">{getMessage(resend.error, 'Failed to request password reset')}</Alert>
      )}
      <SandboxInbox />
      <ResetByCodeForm email={email} onDone={onDone} />
      <SignInEnds>
        {email ? (
          <EndButton pending={resend.isPending} pendingLabel="Sending..." onClick={() => resend.mutate()}>
            Resend Code
          </EndButton>
        ) : (
          <EndButton onClick={onNewCode}>Request a new code</EndButton>
        )}
        <EndButton onClick={onBack}>Try Different Account</EndButton>
      </SignInEnds>
    </>
  );
}

/** For a user who opened the link of a mail. A link that does not work is reported before anything is typed. */
function ResetByLink({ token, onDone, onNewCode, onBack }: ResetProps & { token: string }) {
  const link = useQuery({
    queryKey: [passwordResetEndpoints.readLink.path, token],
    queryFn: () => call(passwordResetEndpoints.readLink, { body: { token } }),
  });
  if (link.error instanceof ApiError && link.error.status === 400) {
    return (
      <>
        <SignInTitle title="This link no longer works" takesFocus />
        <Alert tone="bad">{link.error.message}</Alert>
        <div className="grid gap-2">
          <Button variant="primary" size="lg" onClick={onNewCode}>
            Request a new code
          </Button>
          <Button size="lg" onClick={onBack}>
            Back to Login
          </Button>
        </div>
      </>
    );
  }
  return (
    <>
      <SignInTitle title="Set a new password" takesFocus>
        {link.data ? (
          <Sentence
            text={`For <address>${link.data.email}</address>. All its sessions end.`}
            parts={{ address: (email) => <Address>{email}</Address> }}
          />
        ) : (
          'For the account that this mail was sent to. All its sessions end.'
        )}
      </SignInTitle>
      {link.isPending ? (
        <Loading label="Loading" className="grid gap-5">
          <Skeleton className="h-9" />
          <Skeleton className="h-9" />
          <Skeleton className="h-11" />
        </Loading>
      ) : (
        // Without a reply, the form finds out whether the link works.
        <ResetByLinkForm token={token} account={link.data} onDone={onDone} />
      )}
      <SignInEnds>
        <EndButton onClick={onNewCode}>Request a new code</EndButton>
        <EndButton onClick={onBack}>Back to Login</EndButton>
      </SignInEnds>
    </>
  );
}

const fallback = 'Failed to reset password';
const initially: GoesAsWell = { revokeApiKeys: true, removeOtherWaysIn: false };
const labels = { label: 'Reset password', submitLabel: 'Reset Password', pendingLabel: 'Saving...' };

type ResetByLinkFormProps = {
  token: string;
  /** Whose password it sets, when that is known. */
  account: { email: string; apiKeys: number } | undefined;
  onDone: ResetProps['onDone'];
};

/** What goes with the old password, as the calls take it. */
type GoesAsWell = { revokeApiKeys: boolean; removeOtherWaysIn: boolean };

function ResetByLinkForm({ token, account, onDone }: ResetByLinkFormProps) {
  const [goesAsWell, setGoesAsWell] = useState(initially);
  const form = useSignInForm({
    defaultValues: { token, password: '', confirmPassword: '' },
    loadCheck: async () => (await import('./session.schemas.ts')).checkNewPassword,
    send: async ({ password }) => {
      const body = { token, password, ...goesAsWell };
      const { message } = await call(passwordResetEndpoints.byToken, { body });
      await onDone(message, account?.email ?? '');
    },
    fallback,
  });
  return (
    <SignInForm {...form.shell} {...labels}>
      <NewPasswordFields label="New Password" form={form} getEmail={() => account?.email} />
      <AlsoRemove apiKeys={account?.apiKeys} chosen={goesAsWell} onChange={setGoesAsWell} />
    </SignInForm>
  );
}

/** `email` is empty when it is not known. */
function ResetByCodeForm({ email, onDone }: { email: string; onDone: ResetProps['onDone'] }) {
  const [goesAsWell, setGoesAsWell] = useState(initially);
  const form = useSignInForm({
    defaultValues: { email, otp: '', password: '', confirmPassword: '' },
    loadCheck: async () => (await import('./session.schemas.ts')).checkResetByCode,
    send: async ({ confirmPassword: _repeated, ...typed }) => {
      const body = { ...typed, ...goesAsWell };
      const { message } = await call(passwordResetEndpoints.byOtp, { body });
      await onDone(message, typed.email);
    },
    fallback,
    refusedField: 'otp',
  });
  return (
    <SignInForm {...form.shell} {...labels}>
      {!email && <EmailField {...form.field('email')} />}
      <CodeField
        form={form}
        name="otp"
        label="Reset code"
        hint="6 digits, valid for 10 minutes"
        // This step replaces a form that had the focus.
        autoFocus={email !== ''}
      />
      <NewPasswordFields label="New Password" form={form} getEmail={() => form.getValues('email')} />
      <AlsoRemove apiKeys={undefined} chosen={goesAsWell} onChange={setGoesAsWell} />
    </SignInForm>
  );
}

type AlsoRemoveProps = {
  /** How many the account has; undefined when that is not known. */
  apiKeys: number | undefined;
  chosen: GoesAsWell;
  onChange: (chosen: GoesAsWell) => void;
};

function AlsoRemove({ apiKeys, chosen, onChange }: AlsoRemoveProps) {
  const { revokeApiKeys, removeOtherWaysIn } = chosen;
  return (
    <div className="grid gap-3 pb-3">
      {apiKeys !== 0 && (
        <Checkbox
          label={apiKeys === undefined ? 'Revoke API keys' : `Revoke ${pluralize(apiKeys, 'API key')}`}
          hint="Otherwise, whoever has a key can still use your account. Programs need a new one."
          checked={revokeApiKeys || removeOtherWaysIn}
          disabled={removeOtherWaysIn}
          onChange={(checked) => onChange({ ...chosen, revokeApiKeys: checked })}
        />
      )}
      {/* For a user who fears that somebody else was in the account. */}
      <Checkbox
        label="Also remove passkeys and linked sign-ins"
        hint="For when somebody else may have been in your account. API keys are revoked and outgoing webhooks switched off, too."
        checked={removeOtherWaysIn}
        onChange={(checked) => onChange({ ...chosen, removeOtherWaysIn: checked })}
      />
    </div>
  );
}
