import { Button } from '@picksync/ui/button.tsx';
import { EmptyState } from '@picksync/ui/empty-state.tsx';
import { useNow } from '@picksync/ui/use-now.ts';
import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import type { ReactNode } from 'react';
import {
  type ActivityFilter,
  filteredActivityQuery,
  recentActivityQuery,
} from '../../api/activity.queries.ts';
import { showToast } from '../../stores/toast.ts';
import { loadFailure } from './activity.phrases.ts';
import { ActivityEntry } from './activity-entry.tsx';

function NothingYet() {
  return (
    <EmptyState
      icon={History}
      title="No activity logs found"
      text="Syncs and changes of your automations are listed here for 90 days."
    />
  );
}

type ActivityListProps = {
  query: typeof recentActivityQuery;
  /** Called with the number of pages when another one is loaded. */
  onPages?: (count: number) => void;
  whenEmpty: ReactNode;
};

function ActivityList({ query, onPages, whenEmpty }: ActivityListProps) {
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useSuspenseInfiniteQuery(query);
  const now = useNow();
  const entries = data.pages.flatMap(({ reply }) => reply);
  if (entries.length === 0) return whenEmpty;
  const showMore = async () => {
    const { isError, data: loaded } = await fetchNextPage();
    if (loaded && !isError) onPages?.(loaded.pages.length);
    if (isError) showToast({ tone: 'bad', title: loadFailure, description: 'Please try again.' });
  };
  return (
    <>
      <ul>
        {entries.map((entry) => (
          <ActivityEntry key={entry.id} entry={entry} now={now} />
        ))}
      </ul>
      {onPages && hasNextPage && (
        <div className="flex justify-center border-t border-line py-3">
          <Button pending={isFetchingNextPage} onClick={() => void showMore()}>
            Show more
          </Button>
        </div>
      )}
    </>
  );
}

/** The latest entries, newest first. */
export function RecentActivityList() {
  return <ActivityList query={recentActivityQuery} whenEmpty={<NothingYet />} />;
}

type FilteredActivityListProps = {
  filter: ActivityFilter;
  onPages: (count: number) => void;
  /** Shown when the filter matches nothing. */
  whenNoEntryMatches: ReactNode;
};

/** Everything that matches the filter, newest first, page by page. */
export function FilteredActivityList({ filter, onPages, whenNoEntryMatches }: FilteredActivityListProps) {
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <ActivityList
      query={filteredActivityQuery(filter)}
      onPages={onPages}
      whenEmpty={isFiltered ? whenNoEntryMatches : <NothingYet />}
    />
  );
}
