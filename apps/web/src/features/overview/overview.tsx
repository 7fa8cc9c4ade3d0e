import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { authStatusQuery } from '../../api/session.queries.ts';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { PanelBoundary } from '../../ui/panel-boundary.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { useNow } from '../../ui/use-now.ts';
import { Figure, FigureGrid, wholeLine } from './figure.tsx';
import { answer } from './overview.phrases.ts';
import { OverviewCards } from './overview-cards.tsx';
import { useStats } from './use-stats.ts';
import { useSyncCounts } from './use-sync-counts.ts';

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

const lineSkeleton = <Skeleton className="my-0.5 h-4 w-72 max-w-full" />;

function LoadedAnswer() {
  const stats = useStats();
  const counts = useSyncCounts();
  const now = useNow();
  return answer(stats, { now, ...counts });
}

/** The line under the page's title. */
export function Answer() {
  return (
    <PanelBoundary
      skeleton={lineSkeleton}
      failure={() => 'How your automations stand is not known right now.'}
    >
      <LoadedAnswer />
    </PanelBoundary>
  );
}

const firstStep = 'One step is left before your first automation.';
const resting = 'Your automations rest until Smartsheet is connected again.';

function LoadedNotConnectedAnswer() {
  return useStats().configurationCount > 0 ? resting : firstStep;
}

/** The same while Smartsheet is not connected. */
export function NotConnectedAnswer({ reconnect }: { reconnect: boolean }) {
  if (reconnect) return resting;
  return (
    <PanelBoundary skeleton={lineSkeleton} failure={() => firstStep}>
      <LoadedNotConnectedAnswer />
    </PanelBoundary>
  );
}
