import { passwordResetEndpoints } from '@picksync/contracts';
import { Alert } from '@picksync/ui/alert.tsx';
import { Button } from '@picksync/ui/button.tsx';
import { Loading, Skeleton } from '@picksync/ui/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { ResetByLinkForm } from './reset-forms.tsx';
import { SignInEnds } from './sign-in-ends.tsx';
import { SignInTitle } from './sign-in-frame.tsx';

type ResetByLinkProps = {
  token: string;
  onDone: (message: string) => Promise<void>;
  onNewCode: () => void;
  onBack: () => void;
};

/** For a user who opened the link of a mail. A link that does not work is reported before anything is typed. */
export function ResetByLink({ token, onDone, onNewCode, onBack }: ResetByLinkProps) {
  const link = useQuery({
    queryKey: [passwordResetEndpoints.readLink.path, token],
    queryFn: () => call(passwordResetEndpoints.readLink, { body: { token } }, { quiet: true }),
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
          <>
            For <span className="font-medium break-words text-ink">{link.data.email}</span>.
          </>
        ) : (
          'For the account that this mail was sent to.'
        )}{' '}
        All its sessions end.
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
