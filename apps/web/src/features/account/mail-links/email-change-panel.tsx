import { emailChangeEndpoints } from '@picksync/contracts';
import { Alert } from '@picksync/ui/alert.tsx';
import { Button, buttonClass } from '@picksync/ui/button.tsx';
import { Field } from '@picksync/ui/field.tsx';
import { PasswordInput } from '@picksync/ui/password-input.tsx';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { accountQuery } from '../../../api/account.queries.ts';
import { call } from '../../../api/call.ts';
import { toFormErrors } from '../../../api/form-errors.ts';
import { authStatusQuery } from '../../../api/session.queries.ts';
import { LinkAnswer } from './link-answer.tsx';

type ConfirmWithPasswordProps = {
  pending: boolean;
  failed: Error | null;
  onPassword: (password: string) => void;
};

/** Confirms the new address in a browser that is not logged in to the account. */
function ConfirmWithPassword({ pending, failed, onPassword }: ConfirmWithPasswordProps) {
  const [password, setPassword] = useState('');
  const fallback = 'That did not work. Please try again.';
  const errors = failed && toFormErrors({ problem: failed, fields: ['password'], fallback });
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        onPassword(password);
      }}
    >
      <Field label="The password of your account" error={errors?.password ?? errors?.form}>
        {(control) => (
          <PasswordInput
            {...control}
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" variant="primary" size="lg" pending={pending}>
        Confirm the new address
      </Button>
    </form>
  );
}

type EmailChangePanelProps = {
  token: string;
  /** Opens the form that sets a new password with a token. */
  onPassword: (passwordToken: string) => void;
};

/** The page behind the links of a change of address: says what would happen, and does it when asked to. */
export function EmailChangePanel({ token, onPassword }: EmailChangePanelProps) {
  const queryClient = useQueryClient();
  const link = useQuery({
    queryKey: [emailChangeEndpoints.readLink.path, token],
    queryFn: () => call(emailChangeEndpoints.readLink, { body: { token } }, { quiet: true }),
  });
  const refresh = () =>
    Promise.all(
      [authStatusQuery, accountQuery].map(({ queryKey }) => queryClient.invalidateQueries({ queryKey })),
    );
  const confirm = useMutation({
    mutationFn: (password?: string) =>
      call(emailChangeEndpoints.confirm, { body: { token, ...(password && { password }) } }, { quiet: true }),
    onSuccess: refresh,
  });
  const undo = useMutation({
    mutationFn: () => call(emailChangeEndpoints.undo, { body: { token } }, { quiet: true }),
    onSuccess: ({ passwordToken }) => onPassword(passwordToken),
  });
  if (confirm.isSuccess)
    return (
      <div className="grid gap-4">
        <Alert tone="good" title="Your address is changed">
          {confirm.data.message}
        </Alert>
        <Link to="/account" className={buttonClass({ variant: 'primary', size: 'lg' })}>
          Go to your account
        </Link>
      </div>
    );
  return (
    <LinkAnswer
      link={link}
      failed={link.data?.asks === 'password' ? null : (confirm.error ?? undo.error)}
      section="profile"
    >
      {({ act, from, to, asks }) => (
        <>
          <dl className="grid gap-2 text-sm">
            <Address term="Now" email={from} />
            <Address term={act === 'confirm' ? 'From now on' : 'Back to'} email={to} />
          </dl>
          {act === 'undo' && (
            <p className="text-sm text-ink-2">
              All browsers are signed out, and you choose a new password in the next step.
            </p>
          )}
          {asks === 'login' && <LogInFirst />}
          {asks === 'password' && (
            <ConfirmWithPassword
              pending={confirm.isPending}
              failed={confirm.error}
              onPassword={(password) => confirm.mutate(password)}
            />
          )}
          {asks === 'nothing' && (
            <Button
              variant={act === 'confirm' ? 'primary' : 'danger'}
              size="lg"
              pending={confirm.isPending || undo.isPending || undo.isSuccess}
              onClick={() => (act === 'confirm' ? confirm.mutate(undefined) : undo.mutate())}
            >
              {act === 'confirm' ? 'Confirm the new address' : 'Undo the change'}
            </Button>
          )}
        </>
      )}
    </LinkAnswer>
  );
}

function Address({ term, email }: { term: string; email: string }) {
  return (
    <div className="rounded-md border border-line px-3 py-2">
      <dt className="text-xs text-ink-2">{term}</dt>
      <dd className="font-medium break-words">{email}</dd>
    </div>
  );
}

/** Shown when the password alone is not enough to open the account. */
function LogInFirst() {
  return (
    <>
      <Alert tone="warn">
        Please log in to your account in this browser first, and open the link of the mail again.
      </Alert>
      <Link to="/login" className={buttonClass({ variant: 'primary', size: 'lg' })}>
        Log in
      </Link>
    </>
  );
}
