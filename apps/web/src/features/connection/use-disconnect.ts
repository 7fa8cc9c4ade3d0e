import { connectionEndpoints } from '@picksync/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { authStatusQuery } from '../../api/session.queries.ts';
import { showToast } from '../../stores/toast.ts';

/** Gives up the connection to Smartsheet. */
export function useDisconnect() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call(connectionEndpoints.disconnect, {}, { quiet: true }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: authStatusQuery.queryKey });
      showToast({ title: 'Disconnected', description: 'You have been disconnected from Smartsheet' });
    },
    onError: () =>
      showToast({ tone: 'bad', title: 'Error', description: 'Failed to disconnect from Smartsheet' }),
  });
}
