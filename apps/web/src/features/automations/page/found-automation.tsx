import type { Automation } from '@picksync/contracts';
import { ErrorState } from '@picksync/ui/error-state.tsx';
import { Loading, Skeleton } from '@picksync/ui/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiError } from '../../../api/api-error.ts';
import { automationQuery } from '../../../api/automations.queries.ts';
import { useLive } from '../../../stores/live.ts';
import { NotThere, unknownText } from '../not-there.tsx';
import { deletedAutomation, isDeletedAutomation } from '../refusals.ts';
import { pollInterval } from '../use-automations.ts';

/** The automation that the address names, or why there is none. It is kept up to date, as the list is. */
export function FoundAutomation({ id, show }: { id: string; show: (automation: Automation) => ReactNode }) {
  const isLive = useLive((live) => live.isLive);
  const { data, error, refetch } = useQuery({
    ...automationQuery(id),
    refetchInterval: ({ state }) =>
      state.data !== undefined && !isDeletedAutomation(state.error) && pollInterval(isLive, [state.data]),
  });
  if (data) return isDeletedAutomation(error) ? <NotThere {...deletedAutomation} /> : show(data);
  if (!error) return <AutomationSkeleton />;
  if (!isUnknown(error))
    return <ErrorState message="This automation could not be loaded." onRetry={() => void refetch()} />;
  return <NotThere title="This automation is not there" text={unknownText} />;
}

/** Returns whether there is no such automation. An id that is not valid is refused as well. */
function isUnknown(error: Error): boolean {
  return error instanceof ApiError && (error.code === 'not_found' || error.code === 'validation_failed');
}

/** The outline of the page. */
function AutomationSkeleton() {
  return (
    <Loading label="Loading the automation" className="grid grid-cols-[minmax(0,1fr)] gap-4 md:gap-6">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
        <Skeleton className="h-7 w-72 max-w-full" />
        <Skeleton className="h-4 w-96 max-w-full" />
      </div>
      <Skeleton className="h-[118px] rounded-lg" />
      <div className="@container">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 md:gap-6 @columns:grid-cols-[minmax(0,1fr)_18.75rem]">
          <Skeleton className="h-96 rounded-lg" />
          <Skeleton className="h-72 rounded-lg" />
        </div>
      </div>
    </Loading>
  );
}
