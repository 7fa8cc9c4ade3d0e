import { useQuery } from '@tanstack/react-query';
import { statsQuery } from '../../api/stats.queries.ts';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { answer } from './overview.phrases.ts';
import { OverviewCards } from './overview-cards.tsx';

const places = ['active', 'updates', 'errors', 'usage'];

const OverviewShape = () => (
  <Loading label="Loading the overview" className="grid grid-cols-2 gap-4 lg:grid-cols-4">
    {places.map((place) => (
      <Skeleton key={place} className="h-[126px] rounded-lg" />
    ))}
  </Loading>
);

/** The figures of the account at the top of the dashboard. */
export const Overview = () => {
  const { data: stats, isError, isFetching, refetch } = useQuery(statsQuery);
  if (stats) return <OverviewCards stats={stats} now={new Date()} />;
  if (!isError) return <OverviewShape />;
  return (
    <Card className="p-0!">
      <ErrorState
        message="The overview could not be loaded. Please try again."
        retrying={isFetching}
        onRetry={() => void refetch()}
      />
    </Card>
  );
};

/** The line under the page's title. */
export const Answer = () => {
  const { data: stats } = useQuery(statsQuery);
  return stats ? answer(stats, new Date()) : <Skeleton className="mt-1 h-4 w-72 max-w-full" />;
};
