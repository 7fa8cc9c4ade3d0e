import { type ApiKey, apiKeyEndpoints, isolated } from '@picksync/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { messageOf } from '../../../api/form-errors.ts';
import { apiKeysQuery } from '../../../api/programs.queries.ts';
import { askToConfirm } from '../../../stores/confirm.ts';
import { showToast } from '../../../stores/toast.ts';

/** Returns how a key is revoked, which asks first. */
export function useRevoke(apiKey: ApiKey) {
  const queryClient = useQueryClient();
  const revoking = useMutation({
    mutationFn: () => call(apiKeyEndpoints.revoke, { params: { id: apiKey.id } }, { quiet: true }),
    onSuccess: ({ message }) => showToast({ title: message, description: apiKey.name }),
    onError: (problem) =>
      showToast({
        tone: 'bad',
        title: 'Not revoked',
        description: messageOf(problem, 'Please try again.'),
      }),
    onSettled: () => queryClient.invalidateQueries(apiKeysQuery),
  });
  const revoke = async () => {
    const agreed = await askToConfirm({
      title: `Revoke “${isolated(apiKey.name)}”?`,
      description: 'Programs that use it are refused at once. This cannot be undone.',
      confirmLabel: 'Revoke',
      destructive: true,
    });
    if (agreed) revoking.mutate();
  };
  return { isRevoking: revoking.isPending, revoke };
}
