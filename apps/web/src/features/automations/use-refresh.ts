import { activityEndpoints, automationEndpoints, statsEndpoints } from '@picksync/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { showToast } from '../../stores/toast.ts';

const paths = [
  automationEndpoints.list.path,
  automationEndpoints.read.path,
  automationEndpoints.runs.path,
  statsEndpoints.read.path,
  activityEndpoints.list.path,
];

/** Loads everything the dashboard shows again. */
export function useRefresh() {
  const queryClient = useQueryClient();
  return () => Promise.all(paths.map((path) => queryClient.invalidateQueries({ queryKey: [path] })));
}

/** Loads the same for a button, which shows that it is running or has failed. The old data stays. */
export function useRefreshButton() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () =>
      Promise.all(
        paths.map((path) => queryClient.refetchQueries({ queryKey: [path] }, { throwOnError: true })),
      ),
    onError: () =>
      showToast({
        tone: 'bad',
        title: 'Refresh failed',
        description: 'What you see may be out of date. Please try again.',
      }),
  });
}
