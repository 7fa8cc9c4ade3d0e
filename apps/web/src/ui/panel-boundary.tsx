import { ErrorState } from '@picksync/ui/error-state.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { useMatch, useRouter } from '@tanstack/react-router';
import { type ReactNode, Suspense } from 'react';
import { FailureBoundary } from './failure-boundary.tsx';

type PanelBoundaryProps = {
  /** Stands there while the data is loading, as tall as what comes, so that nothing moves. */
  skeleton: ReactNode;
  /**
   * Stands there when it could not be loaded: a sentence above a button, or what is drawn with `retry`, which loads
   * everything that failed on the page again.
   */
  failure: string | ((retry: () => void) => ReactNode);
  /** Reads its data with suspense queries. */
  children: ReactNode;
};

/** Waits for the data of one panel, and keeps a failure inside it. */
export function PanelBoundary({ skeleton, failure, children }: PanelBoundaryProps) {
  const router = useRouter();
  const queryClient = useQueryClient();
  const loadedAt = useMatch({ strict: false, select: ({ updatedAt }) => updatedAt });
  const retry = (reset: () => void) => {
    // Not by React Query's own boundary: its note to try again is gone as soon as any other panel is drawn.
    void queryClient.resetQueries({ predicate: ({ state }) => state.status === 'error' });
    reset();
    void router.invalidate();
  };
  return (
    <FailureBoundary
      // Panels share data: when the loader has run again, each that failed begins anew.
      resetKey={loadedAt}
      failure={({ reset }) =>
        typeof failure === 'string' ? (
          <ErrorState message={failure} onRetry={() => retry(reset)} />
        ) : (
          failure(() => retry(reset))
        )
      }
    >
      <Suspense fallback={skeleton}>{children}</Suspense>
    </FailureBoundary>
  );
}
