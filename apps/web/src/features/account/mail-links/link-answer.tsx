import { Alert } from '@picksync/ui/alert.tsx';
import { buttonClass } from '@picksync/ui/button.tsx';
import { ErrorState } from '@picksync/ui/error-state.tsx';
import { Loading, Skeleton } from '@picksync/ui/skeleton.tsx';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ApiError } from '../../../api/api-error.ts';
import { getMessage } from '../../../api/form-errors.ts';

type LinkAnswerProps<T> = {
  /** What the link is about, from the server. */
  link: UseQueryResult<T>;
  /** Why the act of the link failed. */
  failed: Error | null;
  /** The section of the account page where the same can be done without the link. */
  section: string;
  /** The text for a link that is refused; by default the server's. */
  refused?: string;
  children: (about: T) => ReactNode;
};

function isRefused(problem: unknown): boolean {
  return problem instanceof ApiError && problem.status === 400;
}

/** The page of a link in a mail: what it is about, or why it does not work. */
export function LinkAnswer<T>({ link, failed, section, refused, children }: LinkAnswerProps<T>) {
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
        <Link to="/account" search={{ section }} className={buttonClass({ size: 'lg' })}>
          Go to your account
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
