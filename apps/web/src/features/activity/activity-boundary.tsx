import { ErrorState } from '@picksync/ui/error-state.tsx';
import { Loading, Skeleton } from '@picksync/ui/skeleton.tsx';
import type { ReactNode } from 'react';
import { PanelBoundary } from '../../ui/panel-boundary.tsx';
import { loadFailure } from './activity.phrases.ts';

const places = ['a', 'b', 'c', 'd'];

/** The list before its entries are known, each as tall as one of two lines. */
function ActivitySkeleton() {
  return (
    <Loading label="Loading activity logs">
      {places.map((place) => (
        <div
          key={place}
          className="grid grid-cols-[20px_minmax(0,1fr)_auto] gap-3 border-b border-line px-4 py-[11px] last:border-b-0 md:px-5"
        >
          <Skeleton className="mt-0.5 size-4 rounded-full" />
          <div className="grid grid-cols-[minmax(0,1fr)] gap-2 py-[3px]">
            <Skeleton className="h-3.5 w-64 max-w-full" />
            <Skeleton className="h-3 w-80 max-w-full" />
          </div>
          <Skeleton className="mt-0.5 h-3.5 w-14" />
        </div>
      ))}
    </Loading>
  );
}

/** Waits for a list of entries. */
export function ActivityBoundary({ children }: { children: ReactNode }) {
  return (
    <PanelBoundary
      skeleton={<ActivitySkeleton />}
      failure={(retry) => <ErrorState message={loadFailure} onRetry={retry} />}
    >
      {children}
    </PanelBoundary>
  );
}
