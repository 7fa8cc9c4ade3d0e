import { activityEndpoints } from '@picksync/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { dashboardActivityLimit } from '../../api/activity.queries.ts';
import { Panel } from '../../ui/card.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { ActivityFilters } from './activity-filters.tsx';
import { ActivityList } from './activity-list.tsx';

const Refresh = () => {
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries({ queryKey: [activityEndpoints.list.path] });
  return (
    <IconButton label="Refresh activity" onClick={() => void refresh()}>
      <RotateCw />
    </IconButton>
  );
};

/** The latest entries on the dashboard. `viewAll` leads to the rest. */
export const RecentActivity = ({ viewAll }: { viewAll: ReactNode }) => (
  <Panel
    title="Recent Activity"
    actions={
      <>
        {viewAll}
        <Refresh />
      </>
    }
  >
    <ActivityList filter={{ limit: dashboardActivityLimit }} paged={false} />
  </Panel>
);

const pageSize = 25;

/** Everything that is kept, with filters. */
export const ActivityLog = () => {
  const [filter, setFilter] = useState({});
  return (
    <Panel
      title="Activity logs"
      actions={
        <>
          <ActivityFilters filter={filter} onChange={setFilter} />
          <Refresh />
        </>
      }
    >
      <ActivityList filter={{ ...filter, limit: pageSize }} paged />
    </Panel>
  );
};
