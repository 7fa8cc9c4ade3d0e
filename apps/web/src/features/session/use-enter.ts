import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { authStatusQuery } from '../../api/session.queries.ts';
import { pause } from './pause.ts';

/** Returns a function that waits, reads the session again, and goes to the start page. */
export function useEnter() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return async ({ afterMs }: { afterMs: number }): Promise<void> => {
    await pause(afterMs);
    // If this fails the start page asks again, and says so if it fails again.
    await queryClient.fetchQuery({ ...authStatusQuery, staleTime: 0 }).catch(() => {
      queryClient.removeQueries({ queryKey: authStatusQuery.queryKey });
    });
    await navigate({ to: '/' });
  };
}
