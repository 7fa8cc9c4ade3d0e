import { type SignInProvider, signInEndpoints, signInProviderNames } from '@picksync/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { signInProvidersQuery } from '../../../api/security.queries.ts';
import { askToConfirm } from '../../../stores/confirm.ts';
import { showToast } from '../../../stores/toast.ts';
import { sayWhatFailed } from '../say-what-failed.ts';

/** Links a provider, and unlinks one after asking. */
export function useLinking() {
  const queryClient = useQueryClient();
  const link = useMutation({
    mutationFn: (provider: SignInProvider) =>
      call(signInEndpoints.link, { params: { provider } }, { quiet: true }),
    onSuccess: ({ authUrl }) => location.assign(authUrl),
    onError: (problem) => sayWhatFailed(problem, 'The provider could not be linked.'),
  });
  const unlink = useMutation({
    mutationFn: (provider: SignInProvider) =>
      call(signInEndpoints.unlink, { params: { provider } }, { quiet: true }),
    onSuccess: ({ message }) => showToast({ title: message }),
    onError: (problem) => sayWhatFailed(problem, 'The provider could not be unlinked.'),
    onSettled: () => queryClient.invalidateQueries({ queryKey: signInProvidersQuery.queryKey }),
  });
  const askToUnlink = async (provider: SignInProvider) => {
    const name = signInProviderNames[provider];
    const isAgreed = await askToConfirm({
      title: `Unlink ${name}?`,
      description: `You can no longer log in with ${name}. Your automations go on.`,
      confirmLabel: 'Unlink',
      destructive: true,
    });
    if (isAgreed) unlink.mutate(provider);
  };
  return { link, unlink, askToUnlink };
}
