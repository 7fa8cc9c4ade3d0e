import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { authStatusQuery } from '../../api/session.queries.ts';
import { sleep } from '../../ui/sleep.ts';
import { addressAfterLogin } from './redirect.ts';

/**
 * Returns a function that finishes a login: it reads the session again and opens the page that the user wanted. That is
 * the page the login was shown in place of, else `redirect`, else the start page.
 */
export function useFinishLogin() {
  const queryClient = useQueryClient();
  const router = useRouter();
  return async ({ afterMs }: { afterMs: number }): Promise<void> => {
    await sleep(afterMs);
    const { pathname, search } = router.state.location;
    // If this fails, the next page reads it again and reports a failure.
    await queryClient.fetchQuery({ ...authStatusQuery, staleTime: 0 }).catch(() => {
      queryClient.removeQueries({ queryKey: authStatusQuery.queryKey });
    });
    if (pathname === '/login') await router.navigate({ href: addressAfterLogin(search) });
    else await router.invalidate();
  };
}
