import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { authStatusQuery } from '../../api/session.queries.ts';

/** Returns a function that waits, reads the session again, and opens the start page. */
export function useFinishLogin() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return async ({ afterMs }: { afterMs: number }): Promise<void> => {
    await new Promise((resolve) => setTimeout(resolve, afterMs));
    // If this fails the start page asks again, and says so if it fails again.
    await queryClient.fetchQuery({ ...authStatusQuery, staleTime: 0 }).catch(() => {
      queryClient.removeQueries({ queryKey: authStatusQuery.queryKey });
    });
    await navigate({ to: '/' });
  };
}
