import { Loading, Skeleton } from '@picksync/ui/skeleton.tsx';
import type { ReactNode } from 'react';
import { PanelBoundary } from '../../ui/panel-boundary.tsx';
import { loadFailure } from './activity-texts.ts';

const places = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

/** The list before its lines are known, each as tall as one. */
export function ActivitySkeleton() {
  return (
    <Loading label="Loading activity logs">
      {places.map((place) => (
        <div
          key={place}
          className="flex min-h-11 items-center gap-3 border-b border-line px-4 last:border-b-0 md:min-h-9 md:px-5"
        >
          <Skeleton className="h-3 w-14 shrink-0" />
          <Skeleton className="size-4 shrink-0 rounded-full" />
          <Skeleton className="h-3.5 w-80 max-w-full" />
        </div>
      ))}
    </Loading>
  );
}

/** Waits for a list of lines. */
export function ActivityBoundary({ children }: { children: ReactNode }) {
  return (
    <PanelBoundary skeleton={<ActivitySkeleton />} failure={loadFailure}>
      {children}
    </PanelBoundary>
  );
}
