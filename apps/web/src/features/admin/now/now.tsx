import { Loading, Skeleton } from '@picksync/ui/skeleton.tsx';
import { useNow } from '@picksync/ui/use-now.ts';
import { useSuspenseQuery } from '@tanstack/react-query';
import { nowQuery } from '../../../api/admin.queries.ts';
import { usePageTitle } from '../../../ui/page-title.ts';
import { PanelBoundary } from '../../../ui/panel-boundary.tsx';
import { FailingCard } from './failing-card.tsx';
import { HourFigures } from './hour-figures.tsx';
import { Headline, Problems } from './problems.tsx';
import { WaitingList } from './waiting-list.tsx';

/** Whether everything runs, what waits for a person, and how the last hour was. */
export function Now() {
  usePageTitle('Now');
  return (
    <PanelBoundary
      skeleton={<NowShape />}
      failure="The status could not be loaded. Please try again; if this stays, the API or its database is unreachable."
    >
      <LoadedNow />
    </PanelBoundary>
  );
}

function LoadedNow() {
  const { data, isRefetchError } = useSuspenseQuery(nowQuery);
  const now = useNow();
  return (
    <>
      <Headline now={data} at={now} isOld={isRefetchError} />
      <Problems problems={data.problems.slice(1)} at={now} />
      <HourFigures now={data} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1fr)_380px]">
        <WaitingList waiting={data.waiting} at={now} />
        <FailingCard failing={data.failing} at={now} />
      </div>
    </>
  );
}

function NowShape() {
  return (
    <Loading label="Loading" className="grid gap-6">
      <div className="grid gap-2">
        <Skeleton className="h-8 w-64" />
        <Skeleton className="h-4 w-4/5 max-w-xl" />
      </div>
      <div className="grid grid-cols-2 gap-3 md:gap-4 lg:grid-cols-4">
        {['a', 'b', 'c', 'd'].map((card) => (
          <Skeleton key={card} className="h-[166px] rounded-lg" />
        ))}
      </div>
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_380px]">
        <Skeleton className="h-72 rounded-lg" />
        <Skeleton className="h-48 rounded-lg" />
      </div>
    </Loading>
  );
}
