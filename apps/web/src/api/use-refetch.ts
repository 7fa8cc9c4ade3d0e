import { useMutation, useQueryClient } from '@tanstack/react-query';
import { showToast } from '../stores/toast.ts';
import { tryAgain } from './use-action.ts';

/** Loads again what comes from these paths, for a button that shows that it is running. After a failure the old data stays. */
export function useRefetch(paths: readonly string[]) {
  const queryClient = useQueryClient();
  const refetch = useMutation({
    mutationFn: () =>
      Promise.all(
        paths.map((path) => queryClient.refetchQueries({ queryKey: [path] }, { throwOnError: true })),
      ),
    onError: () =>
      showToast({
        tone: 'bad',
        title: 'Refresh failed',
        description: 'What you see may be out of date. Please try again.',
        action: tryAgain((): void => refetch.mutate()),
      }),
  });
  return refetch;
}
