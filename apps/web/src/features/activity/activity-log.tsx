import { activityEndpoints } from '@picksync/contracts';
import { Button } from '@picksync/ui/button.tsx';
import { Panel } from '@picksync/ui/card.tsx';
import { EmptyState } from '@picksync/ui/empty-state.tsx';
import { IconButton } from '@picksync/ui/icon-button.tsx';
import { Loading, Skeleton } from '@picksync/ui/skeleton.tsx';
import { usePrefetchInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { RotateCw, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { filteredActivityQuery, recentActivityQuery } from '../../api/activity.queries.ts';
import { useOfflineSince } from '../../api/reachable.ts';
import { useAuthStatus, usePlanNames } from '../../api/session.queries.ts';
import { useRefetch } from '../../api/use-refetch.ts';
import { formatTime } from '../../ui/dates.ts';
import { PanelBoundary } from '../../ui/panel-boundary.tsx';
import { ActivityFilters } from './activity-filters.tsx';
import { ActivityList } from './activity-list.tsx';
import { useActivitySearch } from './activity-search.ts';
import { loadFailure } from './activity-texts.ts';

const places = ['a', 'b', 'c', 'd'];

/** The list before its entries are known, each as tall as one of two lines. */
function ActivitySkeleton() {
  return (
    <Loading label="Loading activity logs">
      {places.map((place) => (
        <div
          key={place}
          className="grid grid-cols-[20px_minmax(0,1fr)_auto] gap-3 border-b border-line px-4 py-[11px] last:border-b-0 md:px-5"
        >
          <Skeleton className="mt-0.5 size-4 rounded-full" />
          <div className="grid grid-cols-[minmax(0,1fr)] gap-2 py-[3px]">
            <Skeleton className="h-3.5 w-64 max-w-full" />
            <Skeleton className="h-3 w-80 max-w-full" />
          </div>
          <Skeleton className="mt-0.5 h-3.5 w-14" />
        </div>
      ))}
    </Loading>
  );
}

/** Waits for a list of entries. */
function ActivityBoundary({ children }: { children: ReactNode }) {
  return (
    <PanelBoundary skeleton={<ActivitySkeleton />} failure={loadFailure}>
      {children}
    </PanelBoundary>
  );
}

const paths = [activityEndpoints.list.path];

function ActivityRefresh() {
  const refresh = useRefetch(paths);
  return (
    <IconButton label="Refresh activity" pending={refresh.isPending} onClick={() => refresh.mutate()}>
      <RotateCw strokeWidth={1.75} />
    </IconButton>
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
        <ActivityList query={recentActivityQuery} />
      </ActivityBoundary>
    </Panel>
  );
}

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
  const isFiltered = Object.keys(filter).length > 0;
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
        <ActivityList
          query={filteredActivityQuery(filter)}
          onPages={keepPages}
          {...(isFiltered && { whenEmpty: <NoEntryMatches onClear={() => setFilter({})} /> })}
        />
      </ActivityBoundary>
    </Panel>
  );
}

/** Says how old the log is while it cannot be loaded again. */
export function OfflineNote() {
  const { filter } = useActivitySearch();
  // Following the query would create it before the log has said how many pages to load.
  const loaded = useQueryClient().getQueryState(filteredActivityQuery(filter).queryKey);
  const offlineAsOf = useOfflineSince(loaded?.dataUpdatedAt ?? 0);
  return loaded?.data && offlineAsOf && `Offline, as of ${formatTime(offlineAsOf.toISOString())}. `;
}
