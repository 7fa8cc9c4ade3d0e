import { type AuthStatus, authEndpoints } from '@picksync/contracts';
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { forgetSession, rememberSession } from '../stores/session-storage.ts';
import { call } from './call.ts';

const timeoutMs = 10_000;
const retries = 2;

async function readStatus(signal: AbortSignal): Promise<AuthStatus> {
  const status = await call(authEndpoints.status, {}, { signal, timeoutMs, quiet: true });
  if (!status.user) forgetSession();
  // Without the cookie the server renews nothing, and the stored value is good for what is left of its time.
  else rememberSession({ token: status.authToken, user: status.user });
  return status;
}

/** Who is signed in. Reading it with the session's cookie also renews the bearer token. */
export const authStatusQuery = queryOptions({
  queryKey: [authEndpoints.status.path] as const,
  queryFn: ({ signal }) => readStatus(signal),
  retry: retries,
  retryDelay: (failures) => 1000 * 2 ** failures,
});

/** Returns who is signed in. Only below a route whose loader has read it. */
export function useAuthStatus(): AuthStatus {
  return useSuspenseQuery(authStatusQuery).data;
}
