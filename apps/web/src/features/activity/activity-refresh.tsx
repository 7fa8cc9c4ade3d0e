import { activityEndpoints } from '@picksync/contracts';
import { IconButton } from '@picksync/ui/icon-button.tsx';
import { RotateCw } from 'lucide-react';
import { useRefetch } from '../../api/use-refetch.ts';

const paths = [activityEndpoints.lines.path, activityEndpoints.line.path];

export function ActivityRefresh() {
  const refresh = useRefetch(paths);
  return (
    <IconButton label="Refresh activity" pending={refresh.isPending} onClick={() => refresh.mutate()}>
      <RotateCw strokeWidth={1.75} />
    </IconButton>
  );
}
