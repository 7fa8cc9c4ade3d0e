import { SearchX } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { ActivityFilter } from '../../api/activity.queries.ts';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { PanelBoundary } from '../../ui/panel-boundary.tsx';
import { loadFailure } from './activity.phrases.ts';
import { ActivityFilters } from './activity-filters.tsx';
import { FilteredActivityList, RecentActivityList } from './activity-list.tsx';
import { ActivityRefresh } from './activity-refresh.tsx';
import { ActivitySkeleton } from './activity-skeleton.tsx';

function ActivityBoundary({ children }: { children: ReactNode }) {
  return (
    <PanelBoundary
      skeleton={<ActivitySkeleton />}
      failure={(retry) => <ErrorState message={loadFailure} onRetry={retry} />}
    >
      {children}
    </PanelBoundary>
  );
}

/** The latest entries on the dashboard. `viewAll` leads to the rest. */
export function RecentActivity({ viewAll }: { viewAll: ReactNode }) {
  return (
    <Panel
      title="Recent Activity"
      actions={
        <>
          {viewAll}
          <ActivityRefresh />
        </>
      }
    >
      <ActivityBoundary>
        <RecentActivityList />
      </ActivityBoundary>
    </Panel>
  );
}

/** Everything that is kept, with filters. */
export function ActivityLog() {
  const [filter, setFilter] = useState<ActivityFilter>({});
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
      <ActivityBoundary>
        <FilteredActivityList
          filter={filter}
          whenNothingMatches={
            <EmptyState
              icon={SearchX}
              title="No activity logs found"
              text="Nothing of the last 90 days matches these filters."
              action={<Button onClick={() => setFilter({})}>Clear the filters</Button>}
            />
          }
        />
      </ActivityBoundary>
    </Panel>
  );
}
