import { useInfiniteQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { type ActivityFilter, activityQuery } from '../../api/activity.queries.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { ActivityEntry } from './activity-entry.tsx';

const places = ['a', 'b', 'c'];

const ActivityShape = () => (
  <Loading label="Loading activity logs">
    {places.map((place) => (
      <div key={place} className="flex items-center gap-3 border-t border-line px-5 py-4">
        <Skeleton className="size-4 rounded-full" />
        <Skeleton className="h-4 w-72 max-w-[60%]" />
        <Skeleton className="ml-auto h-3 w-14" />
      </div>
    ))}
  </Loading>
);

type ActivityListProps = { filter: ActivityFilter; paged: boolean };

/** What happened, newest first. `paged`: more can be asked for. */
export const ActivityList = ({ filter, paged }: ActivityListProps) => {
  const query = useInfiniteQuery(activityQuery(filter));
  const entries = query.data?.pages.flatMap(({ reply }) => reply);
  if (entries === undefined && query.isError) {
    return (
      <ErrorState
        message="Failed to load activity logs"
        retrying={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    );
  }
  if (entries === undefined) return <ActivityShape />;
  if (entries.length === 0) {
    return (
      <EmptyState
        icon={History}
        title="No activity logs found"
        text="Syncs and changes of your automations are listed here for 90 days."
      />
    );
  }
  const now = new Date();
  return (
    <>
      <ul>
        {entries.map((entry) => (
          <ActivityEntry key={entry.id} entry={entry} now={now} />
        ))}
      </ul>
      {paged && query.hasNextPage && (
        <div className="flex justify-center border-t border-line py-3">
          <Button pending={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
    </>
  );
};
