import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { leaveSession } from './session.queries.ts';

/** Returns what leads to the login, and from there back to this page. */
export function useLoginAgain(): () => Promise<void> {
  const queryClient = useQueryClient();
  const router = useRouter();
  return () => {
    const search = { redirect: router.state.location.href };
    return leaveSession(queryClient, () => router.navigate({ to: '/login', search }));
  };
}
