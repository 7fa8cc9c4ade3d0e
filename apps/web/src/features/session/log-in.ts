import { authEndpoints, type SecondFactor } from '@picksync/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { call } from '../../api/call.ts';
import { authStatusQuery } from '../../api/session.queries.ts';
import { rememberToken } from '../../stores/session-storage.ts';
import { timeZoneHere } from '../../ui/date-reader.ts';
import { sleep } from '../../ui/sleep.ts';
import { addressAfterLogin } from './redirect.ts';

/** Signs in and stores the bearer value. Returns the second factors that can be given; empty when none is needed. */
export async function logIn(typed: { email: string; password: string }): Promise<SecondFactor[]> {
  const body = { ...typed, timeZone: timeZoneHere() };
  const { authToken, secondFactors } = await call(authEndpoints.login, { body });
  if (authToken !== null) rememberToken(authToken);
  return secondFactors ?? [];
}

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
