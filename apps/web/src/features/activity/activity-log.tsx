import { Button } from '@picksync/ui/button.tsx';
import { Panel } from '@picksync/ui/card.tsx';
import { EmptyState } from '@picksync/ui/empty-state.tsx';
import { usePrefetchInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { SearchX } from 'lucide-react';
import { filteredActivityQuery } from '../../api/activity.queries.ts';
import { useAuthStatus, usePlanNames } from '../../api/session.queries.ts';
import { ActivityBoundary } from './activity-boundary.tsx';
import { ActivityFilters } from './activity-filters.tsx';
import { FilteredActivityList } from './activity-list.tsx';
import { ActivityRefresh } from './activity-refresh.tsx';
import { useActivitySearch } from './use-activity-search.ts';

/** Returns whether the user has only the newest entries: on Free, without a trial. */
function useShortLog(): boolean {
  const { user } = useAuthStatus();
  if (user?.subscriptionTier !== 'free') return false;
  const { subscriptionStatus, trialEndDate } = user;
  const mayBeTrial = subscriptionStatus === 'trial' || subscriptionStatus === 'pending';
  return !(mayBeTrial && trialEndDate !== null && new Date(trialEndDate) > new Date());
}

/** Says on Free where the whole log is. */
function ShortLogNote() {
  const { free, basic } = usePlanNames();
  if (!useShortLog()) return null;
  return (
    <p className="px-4 py-3 text-sm text-ink-2">
      {free} keeps the eight newest entries. {basic} has the whole log of 90 days.{' '}
      <Link to="/subscription" className="font-semi text-accent hover:underline">
        Compare the plans
      </Link>
    </p>
  );
}

/** In place of entries, when the filters let none through. */
function NoEntryMatches({ onClear }: { onClear: () => void }) {
  const among = useShortLog()
    ? 'None of the eight newest entries matches'
    : 'Nothing of the last 90 days matches';
  return (
    <EmptyState
      icon={SearchX}
      title="No activity logs found"
      text={`${among} these filters.`}
      action={<Button onClick={onClear}>Clear the filters</Button>}
    />
  );
}

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
