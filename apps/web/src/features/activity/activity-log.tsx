import { usePrefetchInfiniteQuery } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { filteredActivityQuery } from '../../api/activity.queries.ts';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ActivityBoundary } from './activity-boundary.tsx';
import { ActivityFilters } from './activity-filters.tsx';
import { FilteredActivityList } from './activity-list.tsx';
import { ActivityRefresh } from './activity-refresh.tsx';
import { useActivitySearch } from './use-activity-search.ts';

/** Everything that is kept, with filters. */
export function ActivityLog() {
  const { filter, pages, setFilter, keepPages } = useActivitySearch();
  // As many pages as were shown, when the list is loaded for the first time.
  usePrefetchInfiniteQuery({ ...filteredActivityQuery(filter), pages });
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
          onPages={keepPages}
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
