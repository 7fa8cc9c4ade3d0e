import { authEndpoints } from '@picksync/contracts';
import type { QueryClient } from '@tanstack/react-query';
import type { FailureHandler } from '../api/failure-handler.ts';
import { authStatusQuery } from '../api/session.queries.ts';
import { showFailure } from '../stores/failure.ts';

/** A 401 of these calls does not mean that a session has ended. */
const callsWithoutSession: readonly string[] = [
  authEndpoints.status.path,
  authEndpoints.login.path,
  authEndpoints.giveSecondFactor.path,
  authEndpoints.loginByPasskey.path,
];

/** Returns the handler of every failed call: it notices that a session has ended, and shows failures that no view shows. */
export function failureReporting(queryClient: QueryClient): FailureHandler {
  return (error, { endpoint, quiet }) => {
    if (error.status === 401 && !callsWithoutSession.includes(endpoint.path)) {
      // When the session is over, a dialog of its own says so.
      void queryClient.invalidateQueries({ queryKey: authStatusQuery.queryKey });
      return;
    }
    if (!quiet) showFailure(error);
  };
}
