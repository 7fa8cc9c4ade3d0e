import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { authStatusQuery } from '../../api/session.queries.ts';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { PanelBoundary } from '../../ui/panel-boundary.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { useNow } from '../../ui/use-now.ts';
import { Figure, FigureGrid, wholeLine } from './figure.tsx';
import { OverviewCards } from './overview-cards.tsx';
import { useStats } from './use-stats.ts';

const titles = [
  { title: 'Active Automations', className: '' },
  { title: 'Sheet Updates', className: wholeLine },
  { title: 'Error Count', className: '' },
  { title: 'Subscription Usage', className: wholeLine },
];

function OverviewSkeleton() {
  return (
    <Loading label="Loading the overview">
      <FigureGrid>
        {titles.map(({ title, className }) => (
          <Figure
            key={title}
            title={title}
            className={`${className} ${className && 'min-h-[124px]'}`}
            figure={<Skeleton className="my-1 h-6 w-14" />}
          >
            <Skeleton className="mt-1 h-3.5 w-24" />
          </Figure>
        ))}
      </FigureGrid>
    </Loading>
  );
}

function LoadedOverview() {
  const queryClient = useQueryClient();
  const stats = useStats();
  const now = useNow();
  const isSwept = stats.nextSweepAt !== null;
  useEffect(() => {
    // Smartsheet may have refused the connection since the page was opened.
    if (!isSwept) void queryClient.invalidateQueries({ queryKey: authStatusQuery.queryKey });
  }, [isSwept, queryClient]);
  return <OverviewCards stats={stats} now={now} />;
}

/** The figures of the account at the top of the dashboard. */
export function Overview() {
  return (
    <PanelBoundary
      skeleton={<OverviewSkeleton />}
      failure={(retry) => (
        <Card className="p-0!">
          <ErrorState message="The overview could not be loaded. Please try again." onRetry={retry} />
        </Card>
      )}
    >
      <LoadedOverview />
    </PanelBoundary>
  );
}
