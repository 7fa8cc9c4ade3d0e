import { activityEndpoints } from '@picksync/contracts';
import { Button } from '@picksync/ui/button.tsx';
import { Panel } from '@picksync/ui/card.tsx';
import { EmptyState } from '@picksync/ui/empty-state.tsx';
import { IconButton } from '@picksync/ui/icon-button.tsx';
import { Loading, Skeleton } from '@picksync/ui/skeleton.tsx';
import { usePrefetchInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { RotateCw, SearchX } from 'lucide-react';
import { type ReactNode, useDeferredValue } from 'react';
import { type ActivityFilter, filteredActivityQuery } from '../../api/activity.queries.ts';
import { useOfflineSince } from '../../api/reachable.ts';
import { usePlanNames } from '../../api/session.queries.ts';
import { useRefetch } from '../../api/use-refetch.ts';
import { formatTime } from '../../ui/dates.ts';
import { PanelBoundary } from '../../ui/panel-boundary.tsx';
import { ActivityFilters } from './activity-filters.tsx';
import { LogLines, RecentLines } from './activity-list.tsx';
import { useActivitySearch } from './activity-search.ts';
import { loadFailure } from './activity-texts.ts';
import { CopyLink, ExportCsv, LogSearch } from './log-tools.tsx';
import { useShortLog } from './use-short-log.ts';

const places = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

/** The list before its lines are known, each as tall as one. */
function ActivitySkeleton() {
  return (
    <Loading label="Loading activity logs">
      {places.map((place) => (
        <div
          key={place}
          className="flex min-h-11 items-center gap-3 border-b border-line px-4 last:border-b-0 md:min-h-9 md:px-5"
        >
          <Skeleton className="h-3 w-14 shrink-0" />
          <Skeleton className="size-4 shrink-0 rounded-full" />
          <Skeleton className="h-3.5 w-80 max-w-full" />
        </div>
      ))}
    </Loading>
  );
}

/** Waits for a list of lines. */
function ActivityBoundary({ children }: { children: ReactNode }) {
  return (
    <PanelBoundary skeleton={<ActivitySkeleton />} failure={loadFailure}>
      {children}
    </PanelBoundary>
  );
}

const paths = [activityEndpoints.lines.path, activityEndpoints.line.path];

function ActivityRefresh() {
  const refresh = useRefetch(paths);
  return (
    <IconButton label="Refresh activity" pending={refresh.isPending} onClick={() => refresh.mutate()}>
      <RotateCw strokeWidth={1.75} />
    </IconButton>
  );
}

/** The latest lines on the dashboard. `viewAll` leads to the rest. */
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
        <RecentLines />
      </ActivityBoundary>
    </Panel>
  );
}

/** Says on Free where the whole log is. */
function ShortLogNote() {
  const { free, basic } = usePlanNames();
  if (!useShortLog()) return null;
  return (
    <p className="border-b border-line px-4 py-3 text-sm text-ink-2 md:px-5">
      {free} keeps the eight newest entries. {basic} has the whole log of 90 days.{' '}
      <Link to="/subscription" className="font-semi text-accent hover:underline">
        Compare the plans
      </Link>
    </p>
  );
}

/** In place of lines, when the filters let none through. */
function NoEntryMatches({ filter, onClear }: { filter: ActivityFilter; onClear: () => void }) {
  const isShort = useShortLog();
  const among = isShort ? 'None of the eight newest entries matches' : 'Nothing of the last 90 days matches';
  const { search, ...others } = filter;
  const sought = search && `“${search.trim()}”`;
  const what = [sought, Object.keys(others).length > 0 && 'these filters'].filter(Boolean).join(' and ');
  return (
    <EmptyState
      icon={SearchX}
      title="No activity logs found"
      text={`${among} ${what}.`}
      action={<Button onClick={onClear}>{sought ? 'Clear search and filters' : 'Clear the filters'}</Button>}
    />
  );
}

/** The whole log that the plan includes, with a search and filters. */
export function ActivityLog() {
  const { filter, pages, setFilter, setSearch, keepPages } = useActivitySearch();
  return (
    <Panel
      title="Activity logs"
      titleHidden
      actions={
        <>
          <LogSearch value={filter.search ?? ''} onSearch={setSearch} />
          <ActivityFilters filter={filter} onChange={setFilter} />
          <ExportCsv filter={filter} />
          <span className="ml-auto flex">
            <CopyLink />
            <ActivityRefresh />
          </span>
        </>
      }
    >
      <ShortLogNote />
      <ActivityBoundary>
        <FilteredLines filter={filter} pages={pages} onPages={keepPages} onClear={() => setFilter({})} />
      </ActivityBoundary>
    </Panel>
  );
}

type FilteredLinesProps = {
  filter: ActivityFilter;
  pages: number;
  onPages: (count: number) => void;
  onClear: () => void;
};

/** The lines of before stay until those of another filter are there. */
function FilteredLines({ filter, pages, onPages, onClear }: FilteredLinesProps) {
  const key = JSON.stringify(filter);
  const shown: ActivityFilter = JSON.parse(useDeferredValue(key));
  // As many pages as were shown, when the list is loaded for the first time.
  usePrefetchInfiniteQuery({ ...filteredActivityQuery(shown), pages });
  const isFiltered = Object.keys(shown).length > 0;
  return (
    <LogLines
      filter={shown}
      onPages={onPages}
      {...(isFiltered && { whenEmpty: <NoEntryMatches filter={shown} onClear={onClear} /> })}
    />
  );
}

/** Says how far the log reaches, and how old it is while it cannot be loaded again. */
export function LogNote() {
  const { filter } = useActivitySearch();
  const isShort = useShortLog();
  // Following the query would create it before the log has said how many pages to load.
  const loaded = useQueryClient().getQueryState(filteredActivityQuery(filter).queryKey);
  const offlineAsOf = useOfflineSince(loaded?.dataUpdatedAt ?? 0);
  const isOffline = loaded?.data !== undefined && offlineAsOf !== null;
  return (
    <>
      {isOffline && `Offline, as of ${formatTime(offlineAsOf.toISOString())}. `}
      {isShort ? 'The eight newest entries. ' : 'The last 90 days. '}
    </>
  );
}
