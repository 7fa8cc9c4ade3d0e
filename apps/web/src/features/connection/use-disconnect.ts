import { connectionEndpoints } from '@picksync/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { statsQuery } from '../../api/stats.queries.ts';
import { askToConfirm } from '../../stores/confirm.ts';
import { showToast } from '../../stores/toast.ts';

/** Returns what disconnecting stops; without a number while that is not known. */
function consequence(activeAutomations: number | undefined): string {
  if (activeAutomations === 0) return 'No automation is active. You can connect again at any time.';
  const kept = 'kept, and can go on when you reconnect';
  if (activeAutomations === undefined) return `All of your automations stop. They are ${kept}.`;
  return activeAutomations === 1
    ? `1 automation stops. It is ${kept}.`
    : `${activeAutomations} automations stop. They are ${kept}.`;
}

/** Disconnects Smartsheet after the user has confirmed that the automations may stop. */
export function useDisconnect() {
  const queryClient = useQueryClient();
  const disconnect = useMutation({
    mutationFn: () => call(connectionEndpoints.disconnect, {}, { quiet: true }),
    onSuccess: async () => {
      await queryClient.invalidateQueries();
      showToast({ title: 'Disconnected', description: 'You have been disconnected from Smartsheet' });
    },
    onError: () =>
      showToast({ tone: 'bad', title: 'Error', description: 'Failed to disconnect from Smartsheet' }),
  });
  const askToDisconnect = async () => {
    const stats = await queryClient.ensureQueryData(statsQuery).catch(() => undefined);
    const isAgreed = await askToConfirm({
      title: 'Disconnect Smartsheet?',
      description: consequence(stats?.activeAutomations),
      confirmLabel: 'Disconnect',
      destructive: true,
    });
    if (isAgreed) disconnect.mutate();
  };
  return { disconnect, askToDisconnect };
}
