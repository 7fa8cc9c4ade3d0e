import { activityEndpoints } from '@picksync/contracts';
import { IconButton } from '@picksync/ui/icon-button.tsx';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import { showToast } from '../../stores/toast.ts';

const queryKey = [activityEndpoints.list.path];

export function ActivityRefresh() {
  const queryClient = useQueryClient();
  const refresh = useMutation({
    mutationFn: () => queryClient.refetchQueries({ queryKey }, { throwOnError: true }),
    onError: () =>
      showToast({
        tone: 'bad',
        title: 'Refresh failed',
        description: 'What you see may be out of date. Please try again.',
      }),
  });
  return (
    <IconButton label="Refresh activity" pending={refresh.isPending} onClick={() => refresh.mutate()}>
      <RotateCw strokeWidth={1.75} />
    </IconButton>
  );
}
