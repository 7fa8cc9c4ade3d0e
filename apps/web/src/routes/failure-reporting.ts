import type { QueryClient } from '@tanstack/react-query';
import type { ApiError } from '../api/api-error.ts';
import type { FailureHandler } from '../api/failure-handler.ts';
import { authStatusQuery } from '../api/session.queries.ts';
import { showFailure } from '../stores/failure.ts';

/** Other refusals of a login or a proof say 401 as well. */
function isSessionOver({ status, code = 'unauthenticated' }: ApiError): boolean {
  return status === 401 && code === 'unauthenticated';
}

/** Returns the handler of every failed call: it notices that a session has ended, and shows failures that no view shows. */
export function failureReporting(queryClient: QueryClient): FailureHandler {
  return (error, { endpoint, quiet }) => {
    if (isSessionOver(error) && endpoint.path !== authStatusQuery.queryKey[0]) {
      // When the session is over, a dialog of its own says so.
      void queryClient.invalidateQueries({ queryKey: authStatusQuery.queryKey });
      return;
    }
    if (!quiet) showFailure(error);
  };
}
