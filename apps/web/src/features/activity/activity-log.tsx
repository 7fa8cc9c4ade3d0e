import { Button } from '@picksync/ui/button.tsx';
import { Panel } from '@picksync/ui/card.tsx';
import { EmptyState } from '@picksync/ui/empty-state.tsx';
import { usePrefetchInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { SearchX } from 'lucide-react';
import { useDeferredValue } from 'react';
import { type ActivityFilter, filteredActivityQuery } from '../../api/activity.queries.ts';
import { usePlanNames } from '../../api/session.queries.ts';
import { ActivityBoundary } from './activity-boundary.tsx';
import { ActivityFilters } from './activity-filters.tsx';
import { ActivityRefresh } from './activity-refresh.tsx';
import { useActivitySearch } from './activity-search.ts';
import { LogLines } from './log-lines.tsx';
import { CopyLink, ExportCsv, LogSearch } from './log-tools.tsx';
import { useShortLog } from './use-short-log.ts';

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
          {/* On a phone what surrounds the icon may reach into the padding, so that it fits into the line. */}
          <span className="ms-auto flex max-sm:-me-2">
            {/* A phone has its own way to share a page, and no room for this one in the line. */}
            <span className="max-sm:hidden">
              <CopyLink />
            </span>
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
