import { IconButton } from '@picksync/ui/icon-button.tsx';
import { RotateCw } from 'lucide-react';
import { activityPaths } from '../../api/activity.queries.ts';
import { useRefetch } from '../../api/use-refetch.ts';

export function ActivityRefresh() {
  const refresh = useRefetch(activityPaths);
  return (
    <IconButton label="Refresh activity" pending={refresh.isPending} onClick={() => refresh.mutate()}>
      <RotateCw strokeWidth={1.75} />
    </IconButton>
  );
}
