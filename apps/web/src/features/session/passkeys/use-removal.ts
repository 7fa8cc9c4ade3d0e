import { isolated, type PasskeyView, passkeyEndpoints } from '@picksync/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { refreshSecurity } from '../../../api/security.queries.ts';
import { askToConfirm } from '../../../stores/confirm.ts';
import { sayWhatFailed } from '../say-what-failed.ts';

/** Removes a passkey once its owner has agreed. */
export function useRemoval() {
  const queryClient = useQueryClient();
  const refresh = () => refreshSecurity(queryClient);
  const remove = useMutation({
    mutationFn: (id: string) => call(passkeyEndpoints.remove, { params: { id } }, { quiet: true }),
    onError: (problem) => sayWhatFailed(problem, 'The passkey could not be removed.'),
    onSettled: refresh,
  });
  const askToRemove = async ({ id, name }: PasskeyView) => {
    const isAgreed = await askToConfirm({
      title: `Remove the passkey “${isolated(name)}”?`,
      description: 'It will not log you in any more. Remove it from your device as well.',
      confirmLabel: 'Remove',
      destructive: true,
    });
    if (isAgreed) remove.mutate(id);
  };
  return { refresh, remove, askToRemove };
}
