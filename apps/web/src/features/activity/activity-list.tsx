import { useInfiniteQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import type { ReactNode } from 'react';
import { type ActivityFilter, activityQuery } from '../../api/activity.queries.ts';
import { showToast } from '../../stores/toast.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { useNow } from '../../ui/use-now.ts';
import { ActivityEntry } from './activity-entry.tsx';
import { ActivityShape } from './activity-shape.tsx';

const failed = 'Failed to load activity logs';

type ActivityListProps = {
  filter: ActivityFilter;
  /** More can be asked for. */
  paged: boolean;
  /** What stands there when there is nothing, if not that nothing has happened yet. */
  whenEmpty?: ReactNode;
};

const NothingYet = () => (
  <EmptyState
    icon={History}
    title="No activity logs found"
    text="Syncs and changes of your automations are listed here for 90 days."
  />
);

/** What happened, newest first. */
export const ActivityList = ({ filter, paged, whenEmpty }: ActivityListProps) => {
  const query = useInfiniteQuery(activityQuery(filter));
  const now = useNow();
  const entries = query.data?.pages.flatMap(({ reply }) => reply);
  if (entries === undefined && query.isError) {
    return <ErrorState message={failed} retrying={query.isFetching} onRetry={() => void query.refetch()} />;
  }
  if (entries === undefined) return <ActivityShape />;
  if (entries.length === 0) return whenEmpty ?? <NothingYet />;
  const more = async () => {
    const { isError } = await query.fetchNextPage();
    if (isError) showToast({ tone: 'bad', title: failed, description: 'Please try again.' });
  };
  return (
    <>
      <ul>
        {entries.map((entry) => (
          <ActivityEntry key={entry.id} entry={entry} now={now} />
        ))}
      </ul>
      {paged && query.hasNextPage && (
        <div className="flex justify-center border-t border-line py-3">
          <Button pending={query.isFetchingNextPage} onClick={() => void more()}>
            Show more
          </Button>
        </div>
      )}
    </>
  );
};
