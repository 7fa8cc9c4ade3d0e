import { SearchX } from 'lucide-react';
import { useState } from 'react';
import type { ActivityFilter } from '../../api/activity.queries.ts';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ActivityBoundary } from './activity-boundary.tsx';
import { ActivityFilters } from './activity-filters.tsx';
import { FilteredActivityList } from './activity-list.tsx';
import { ActivityRefresh } from './activity-refresh.tsx';

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
