import { emailChangeEndpoints, mailChoices, notificationEndpoints } from '@picksync/contracts';
import { Alert } from '@picksync/ui/alert.tsx';
import { Button, buttonClass } from '@picksync/ui/button.tsx';
import { ErrorState } from '@picksync/ui/error-state.tsx';
import { Loading, Skeleton } from '@picksync/ui/skeleton.tsx';
import { PasswordField } from '@picksync/ui/text-field.tsx';
import { type UseQueryResult, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { accountQuery } from '../../../api/account.queries.ts';
import { ApiError } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { getMessage, toFormErrors } from '../../../api/form-errors.ts';
import { query } from '../../../api/query.ts';
import { authStatusQuery } from '../../../api/session.queries.ts';

type LinkAnswerProps<T> = {
  /** What the link is about, from the server. */
  link: UseQueryResult<T>;
  /** Why the act of the link failed. */
  failed: Error | null;
  /** The section of the settings where the same can be done without the link. */
  section: string;
  /** The text for a link that is refused; by default the server's. */
  refused?: string;
  children: (about: T) => ReactNode;
};

function isRefused(problem: unknown): boolean {
  return problem instanceof ApiError && problem.status === 400;
}

/** The page of a link in a mail: what it is about, or why it does not work. */
function LinkAnswer<T>({ link, failed, section, refused, children }: LinkAnswerProps<T>) {
  if (link.isPending)
    return (
      <Loading label="Loading" className="grid gap-3">
        <Skeleton className="h-4 w-4/5" />
        <Skeleton className="h-11" />
      </Loading>
    );
  if (link.isError)
    return isRefused(link.error) ? (
      <div className="grid gap-4">
        <Alert tone="bad">{refused ?? getMessage(link.error, 'This link is not valid.')}</Alert>
        <Link to="/settings" hash={section} className={buttonClass({ size: 'lg' })}>
          Open settings
        </Link>
      </div>
    ) : (
      <ErrorState
        message="This could not be loaded. Please try again."
        retrying={link.isFetching}
        onRetry={() => void link.refetch()}
      />
    );
  return (
    <div className="grid gap-4">
      {children(link.data)}
      {failed && <Alert tone="bad">{getMessage(failed, 'That did not work. Please try again.')}</Alert>}
    </div>
  );
}

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
      <PasswordField
        label="The password of your account"
        error={errors?.password ?? errors?.form}
        input={{ value: password, onChange: ({ target }) => setPassword(target.value) }}
        autoComplete="current-password"
      />
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
    queryFn: () => call(emailChangeEndpoints.readLink, { body: { token } }),
  });
  const refresh = () =>
    Promise.all(
      [authStatusQuery, accountQuery].map(({ queryKey }) => queryClient.invalidateQueries({ queryKey })),
    );
  const confirm = useMutation({
    mutationFn: (password?: string) =>
      call(emailChangeEndpoints.confirm, { body: { token, ...(password && { password }) } }),
    onSuccess: refresh,
  });
  const undo = useMutation({
    mutationFn: () => call(emailChangeEndpoints.undo, { body: { token } }),
    onSuccess: ({ passwordToken }) => onPassword(passwordToken),
  });
  if (confirm.isSuccess)
    return (
      <div className="grid gap-4">
        <Alert tone="good" title="Your address is changed">
          {confirm.data.message}
        </Alert>
        <Link to="/settings" className={buttonClass({ variant: 'primary', size: 'lg' })}>
          Open settings
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

/** The page behind “unsubscribe” in a mail: says what would end, and ends it when asked to. */
export function UnsubscribePanel({ token }: { token: string }) {
  const link = useQuery(query(notificationEndpoints.readUnsubscribe, { query: { token } }));
  const end = useMutation({
    mutationFn: () => call(notificationEndpoints.unsubscribe, { query: { token } }),
  });
  return (
    <LinkAnswer
      link={link}
      failed={end.error}
      section="notifications"
      refused="This link is not valid. You can choose your mails in your account."
    >
      {({ mail, email, isWanted }) =>
        end.isSuccess || !isWanted ? (
          <Alert tone="good" title="You no longer get these mails">
            {`“${mailChoices[mail].title}” no longer goes to ${email}. You can switch it on again in your account.`}
          </Alert>
        ) : (
          <>
            <p className="text-sm text-ink-2">
              {`Stop sending “${mailChoices[mail].title}” to ${email}? You still get other mails.`}
            </p>
            <Button variant="primary" size="lg" pending={end.isPending} onClick={() => end.mutate()}>
              Stop these mails
            </Button>
          </>
        )
      }
    </LinkAnswer>
  );
}
