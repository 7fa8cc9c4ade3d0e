import { Card } from '@picksync/ui/card.tsx';
import { cx } from '@picksync/ui/class-names.ts';
import { ErrorState } from '@picksync/ui/error-state.tsx';
import { Loading, Skeleton } from '@picksync/ui/skeleton.tsx';
import { useNow } from '@picksync/ui/use-now.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { authStatusQuery, useAuthStatus } from '../../api/session.queries.ts';
import { PanelBoundary } from '../../ui/panel-boundary.tsx';
import { Figure, FigureGrid, places, Reason } from './figure.tsx';
import { OverviewCards } from './overview-cards.tsx';
import { useStats } from './use-stats.ts';

function OverviewSkeleton() {
  const count = <Skeleton className="my-1 h-6 w-10" />;
  const reason = <Skeleton className="h-3.5 w-24 max-w-full" />;
  return (
    <Loading label="Loading the overview">
      <FigureGrid>
        <Figure title="Active Automations" figure={count}>
          <Reason>{reason}</Reason>
        </Figure>
        <Figure title="Sheet Updates" figure={count} className={places.charted}>
          <Reason>{reason}</Reason>
          <Skeleton className={places.chart} />
        </Figure>
        <Figure title="Error Count" figure={count}>
          <Reason>{reason}</Reason>
        </Figure>
        <Figure title="Subscription Usage" className={places.wholeLine}>
          <Skeleton className={cx('h-1.5', places.bar)} />
          <Skeleton className="h-5 w-32 max-w-full" />
        </Figure>
      </FigureGrid>
    </Loading>
  );
}

function LoadedOverview() {
  const queryClient = useQueryClient();
  const stats = useStats();
  const now = useNow();
  const { smartsheetState } = useAuthStatus();
  const differs = stats.connection.state !== smartsheetState;
  useEffect(() => {
    // Smartsheet may have refused the connection since the page was opened.
    if (differs) void queryClient.invalidateQueries({ queryKey: authStatusQuery.queryKey });
  }, [differs, queryClient]);
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
