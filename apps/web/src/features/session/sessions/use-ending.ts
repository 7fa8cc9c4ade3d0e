import { sessionEndpoints } from '@picksync/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { refreshSecurity } from '../../../api/security.queries.ts';
import { askToConfirm } from '../../../stores/confirm.ts';
import { showToast } from '../../../stores/toast.ts';
import { sayWhatFailed } from '../say-what-failed.ts';

/** Ends one session, or all but this one. */
export function useEnding() {
  const queryClient = useQueryClient();
  const settled = {
    onSuccess: ({ message }: { message: string }) => showToast({ title: message }),
    onError: (problem: unknown) => sayWhatFailed(problem, 'The session could not be ended.'),
    onSettled: () => refreshSecurity(queryClient),
  };
  const one = useMutation({
    mutationFn: (id: string) => call(sessionEndpoints.end, { params: { id } }, { quiet: true }),
    ...settled,
  });
  const others = useMutation({
    mutationFn: () => call(sessionEndpoints.endOthers, {}, { quiet: true }),
    ...settled,
  });
  const askToEndOthers = async () => {
    const isAgreed = await askToConfirm({
      title: 'End all other sessions?',
      description: 'Every other browser has to log in again. This one stays logged in.',
      confirmLabel: 'End them',
      destructive: true,
    });
    if (isAgreed) others.mutate();
  };
  return { one, others, askToEndOthers };
}
