import { authEndpoints } from '@picksync/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { call } from '../../api/call.ts';
import { leaveSession } from '../../api/session.queries.ts';
import { dropDrafts } from '../../stores/drafts.ts';
import { whileLeaving } from '../../stores/leaving.ts';

/** Ends the session, forgets what was loaded in it, and goes to the start page. */
export function useLogout() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: () =>
      whileLeaving(async () => {
        await call(authEndpoints.logout, {}, { showsFailure: true });
        dropDrafts();
        await leaveSession(queryClient, () => navigate({ to: '/' }));
      }),
  });
}
