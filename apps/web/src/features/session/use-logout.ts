import { authEndpoints } from '@picksync/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { call } from '../../api/call.ts';
import { authStatusQuery } from '../../api/session.queries.ts';
import { forgetSession } from '../../stores/session-storage.ts';

/** Ends the session, forgets what was loaded in it, and goes to the start page. */
export function useLogout() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: () => call(authEndpoints.logout, {}),
    onSuccess: async () => {
      forgetSession();
      await queryClient.fetchQuery({ ...authStatusQuery, staleTime: 0 });
      await navigate({ to: '/' });
      queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== authStatusQuery.queryKey[0] });
    },
  });
}
