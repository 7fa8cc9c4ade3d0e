import { Panel } from '@picksync/ui/card.tsx';
import { usePrefetchInfiniteQuery } from '@tanstack/react-query';
import { filteredActivityQuery } from '../../api/activity.queries.ts';
import { ActivityBoundary } from './activity-boundary.tsx';
import { ActivityFilters } from './activity-filters.tsx';
import { FilteredActivityList } from './activity-list.tsx';
import { ActivityRefresh } from './activity-refresh.tsx';
import { NoEntryMatches } from './no-entry-matches.tsx';
import { ShortLogNote } from './short-log-note.tsx';
import { useActivitySearch } from './use-activity-search.ts';

/** The whole log that the plan includes, with filters. */
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
      <ShortLogNote />
      <ActivityBoundary>
        <FilteredActivityList
          filter={filter}
          onPages={keepPages}
          whenNoEntryMatches={<NoEntryMatches onClear={() => setFilter({})} />}
        />
      </ActivityBoundary>
    </Panel>
  );
}
