import { type AuthStatus, authStatusEndpoint, signedOutStatus } from '@picksync/contracts';
import { type QueryClient, queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { dropDraftsOfOthers } from '../stores/drafts.ts';
import { startForOtherUser } from '../stores/other-user.ts';
import { showSessionOver } from '../stores/session-over.ts';
import { forgetSession, rememberSession } from '../stores/session-storage.ts';
import { call } from './call.ts';

const timeoutMs = 10_000;
const retries = 2;
const queryKey = [authStatusEndpoint.path] as const;

async function readStatus(signal: AbortSignal): Promise<AuthStatus> {
  const status = await call(authStatusEndpoint, {}, { signal, timeoutMs, quiet: true });
  if (!status.user) forgetSession();
  else {
    dropDraftsOfOthers(status.user.id);
    // Without the cookie the server renews nothing, and the stored value is good for what is left of its time.
    rememberSession({ token: status.authToken, user: status.user });
  }
  return status;
}

/**
 * Who is signed in. Reading it with the session's cookie also renews the bearer token. When a session ended while its
 * page is open, the page stays, with all that was typed into it, and a dialog asks to log in again. When somebody else has
 * logged in, nothing of the page stays.
 */
export const authStatusQuery = queryOptions({
  queryKey,
  queryFn: async ({ signal, client }): Promise<AuthStatus> => {
    const before = client.getQueryData<AuthStatus>(queryKey);
    const status = await readStatus(signal);
    if (before?.user && status.user && before.user.id !== status.user.id) startForOtherUser();
    if (status.isAuthenticated || !before?.isAuthenticated || !before.user) return status;
    showSessionOver(before.user.email);
    return before;
  },
  retry: retries,
  retryDelay: (failures) => 1000 * 2 ** failures,
});

/** Forgets who was signed in, goes on to a page for visitors, and forgets what was loaded for that person. */
export async function leaveSession(queryClient: QueryClient, goOn: () => Promise<void>): Promise<void> {
  forgetSession();
  queryClient.setQueryData<AuthStatus>(queryKey, (before) => ({
    ...signedOutStatus,
    ...(before?.sandboxInbox && { sandboxInbox: before.sandboxInbox }),
  }));
  await goOn();
  queryClient.removeQueries({ predicate: (query) => query.queryKey[0] !== queryKey[0] });
}

/** Returns who is signed in. Only below a route whose loader has read it. */
export function useAuthStatus(): AuthStatus {
  return useSuspenseQuery(authStatusQuery).data;
}
