import { SearchX } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { type ActivityFilter, dashboardActivityLimit } from '../../api/activity.queries.ts';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ActivityFilters } from './activity-filters.tsx';
import { ActivityList } from './activity-list.tsx';
import { ActivityRefresh } from './activity-refresh.tsx';

/** The latest entries on the dashboard. `viewAll` leads to the rest. */
export const RecentActivity = ({ viewAll }: { viewAll: ReactNode }) => (
  <Panel
    title="Recent Activity"
    actions={
      <>
        {viewAll}
        <ActivityRefresh />
      </>
    }
  >
    <ActivityList filter={{ limit: dashboardActivityLimit }} paged={false} />
  </Panel>
);

const pageSize = 25;

/** Everything that is kept, with filters. */
export const ActivityLog = () => {
  const [filter, setFilter] = useState<ActivityFilter>({});
  const filtered = Object.keys(filter).length > 0 && (
    <EmptyState
      icon={SearchX}
      title="No activity logs found"
      text="Nothing of the last 90 days matches these filters."
      action={<Button onClick={() => setFilter({})}>Clear the filters</Button>}
    />
  );
  return (
    <Panel
      title="Activity logs"
      titleHidden
      actions={
        <>
          <ActivityFilters filter={filter} onChange={setFilter} />
          <span className="ml-auto">
            <ActivityRefresh />
          </span>
        </>
      }
    >
      <ActivityList filter={{ ...filter, limit: pageSize }} paged whenEmpty={filtered || undefined} />
    </Panel>
  );
};
