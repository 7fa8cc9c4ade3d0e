import { type AuthStatus, authStatusEndpoint, plans, signedOutStatus } from '@picksync/contracts';
import { type QueryClient, queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { dropDraftsOfOthers } from '../stores/drafts.ts';
import { useLeaving } from '../stores/leaving.ts';
import { startForOtherUser } from '../stores/other-user.ts';
import { showSessionOver } from '../stores/session-over.ts';
import { forgetSession, rememberSession } from '../stores/session-storage.ts';
import { forgetUserState } from '../stores/user-state.ts';
import { call } from './call.ts';

const timeoutMs = 10_000;
const retries = 2;
const queryKey = [authStatusEndpoint.path] as const;

async function readStatus(signal: AbortSignal): Promise<AuthStatus> {
  const status = await call(authStatusEndpoint, {}, { signal, timeoutMs });
  if (!status.user) forgetSession();
  else {
    dropDraftsOfOthers(status.user.id);
    // Without the cookie the server renews nothing, and the stored value stays valid until it expires.
    rememberSession({ token: status.authToken, user: status.user });
  }
  return status;
}

/**
 * The user who is signed in. Reading it with the session's cookie also renews the bearer token. When a session ended
 * while its page is open, the page stays, with all that was typed into it, and a dialog asks to log in again. When
 * somebody else has logged in, nothing of the page stays.
 */
export const authStatusQuery = queryOptions({
  queryKey,
  queryFn: async ({ signal, client }): Promise<AuthStatus> => {
    const before = client.getQueryData<AuthStatus>(queryKey);
    const status = await readStatus(signal);
    if (before?.user && status.user && before.user.id !== status.user.id) startForOtherUser();
    if (!before?.isAuthenticated || !before.user) return status;
    // The page may show older data than this reply: the stream must report all changes since the first reply.
    if (status.isAuthenticated) return { ...status, lastEventId: before.lastEventId };
    // Who leaves is led to another page by what ended the session.
    if (!useLeaving.getState().isLeaving) showSessionOver(before.user.email);
    return before;
  },
  retry: retries,
  retryDelay: (failures) => 1000 * 2 ** failures,
});

/** Forgets the signed-in user, opens a page for visitors, and removes the user's data. */
export async function leaveSession(queryClient: QueryClient, goOn: () => Promise<void>): Promise<void> {
  forgetSession();
  // A reply that is under way was asked for in the session, and would bring its user back.
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData<AuthStatus>(queryKey, (before) => ({
    ...signedOutStatus,
    ...(before?.sandboxInbox && { sandboxInbox: before.sandboxInbox }),
  }));
  await goOn();
  silenceRequests(queryClient);
  forgetUserState();
  queryClient.removeQueries({ predicate: (query) => query.queryKey[0] !== queryKey[0] });
}

/** Has what was asked for and is under way say nothing when it ends: whoever is there then has not asked for it. */
function silenceRequests(queryClient: QueryClient): void {
  for (const request of queryClient.getMutationCache().getAll()) {
    const { onSuccess: _done, onError: _failed, onSettled: _ended, ...silent } = request.options;
    request.setOptions(silent);
  }
}

/** Returns who is signed in. Only below a route whose loader has read it. */
export function useAuthStatus(): AuthStatus {
  return useSuspenseQuery(authStatusQuery).data;
}

export type PlanNames = NonNullable<AuthStatus['planNames']>;

const defaultNames: PlanNames = {
  free: plans.free.name,
  basic: plans.basic.name,
  premium: plans.premium.name,
};

/** Returns the names of the plans: an administrator may have renamed them. */
export function usePlanNames(): PlanNames {
  return useAuthStatus().planNames ?? defaultNames;
}

/** Returns whether a signed-in user has to do something before any page is shown. */
export function hasFirstStep(status: AuthStatus | undefined): boolean {
  return Boolean(status?.emailVerificationRequired || status?.passwordUpdateRequired);
}
