import type { QueryClient } from '@tanstack/react-query';
import type { FailureHandler } from '../api/failure-handler.ts';
import { authStatusQuery } from '../api/session.queries.ts';
import { showFailure } from '../stores/failure.ts';
import { useLeaving } from '../stores/leaving.ts';

/**
 * Returns the handler of every failed call: it detects that the session has ended, and shows failures that no view
 * shows.
 */
export function failureReporting(queryClient: QueryClient): FailureHandler {
  return (error, { quiet }) => {
    // Other refusals of a login or a step-up have status 401 as well.
    if (error.code === 'unauthenticated') {
      if (useLeaving.getState().isLeaving) return;
      // If the session is over, it has a dialog of its own.
      void queryClient.invalidateQueries({ queryKey: authStatusQuery.queryKey });
      return;
    }
    if (!quiet) showFailure(error);
  };
}
