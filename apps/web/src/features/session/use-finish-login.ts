import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { authStatusQuery } from '../../api/session.queries.ts';
import { addressAfterLogin } from './safe-redirect.ts';

/**
 * Returns a function that waits, reads the session again, and opens the address one came for: where the login stood in
 * for another page that page, else what `redirect` says, else the start page.
 */
export function useFinishLogin() {
  const queryClient = useQueryClient();
  const router = useRouter();
  return async ({ afterMs }: { afterMs: number }): Promise<void> => {
    await new Promise((resolve) => setTimeout(resolve, afterMs));
    const { pathname, search } = router.state.location;
    // If this fails the next page asks again, and says so if it fails again.
    await queryClient.fetchQuery({ ...authStatusQuery, staleTime: 0 }).catch(() => {
      queryClient.removeQueries({ queryKey: authStatusQuery.queryKey });
    });
    if (pathname === '/login') await router.navigate({ href: addressAfterLogin(search) });
    else await router.invalidate();
  };
}
