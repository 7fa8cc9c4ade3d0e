import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { useNow } from '../../ui/use-now.ts';
import { Figure, FigureGrid, wholeLine } from './figure.tsx';
import { answer } from './overview.phrases.ts';
import { OverviewCards } from './overview-cards.tsx';
import { useLostConnection } from './use-lost-connection.ts';
import { useStats } from './use-stats.ts';
import { useSyncing } from './use-syncing.ts';

const titles = [
  { title: 'Active Automations', className: '' },
  { title: 'Sheet Updates', className: wholeLine },
  { title: 'Error Count', className: '' },
  { title: 'Subscription Usage', className: wholeLine },
];

const OverviewShape = () => (
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

/** The figures of the account at the top of the dashboard. */
export const Overview = () => {
  useLostConnection();
  const { data: stats, isError, isFetching, refetch } = useStats();
  const now = useNow();
  if (stats) return <OverviewCards stats={stats} now={now} />;
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
  const { data: stats, isError } = useStats();
  const counts = useSyncing();
  const now = useNow();
  if (stats) return answer(stats, { now, ...counts });
  return isError ? (
    'How your automations stand is not known right now.'
  ) : (
    <Skeleton className="my-0.5 h-4 w-72 max-w-full" />
  );
};

/** The same while Smartsheet is not connected. */
export const NotConnectedAnswer = ({ reconnect }: { reconnect: boolean }) => {
  const { data: stats, isError } = useStats();
  if (reconnect || (stats && stats.configurationCount > 0))
    return 'Your automations rest until Smartsheet is connected again.';
  return stats || isError ? (
    'One step is left before your first automation.'
  ) : (
    <Skeleton className="my-0.5 h-4 w-72 max-w-full" />
  );
};
