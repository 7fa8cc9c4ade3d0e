import { useSuspenseQuery } from '@tanstack/react-query';
import { statsQuery } from '../../api/stats.queries.ts';
import { useIsReachable } from '../../api/use-is-reachable.ts';
import { useLive } from '../../stores/live.ts';

/**
 * Returns the time of the dashboard's data while it cannot be kept up to date, because the network or our server cannot
 * be reached; else null.
 */
export function useOfflineAsOf(): Date | null {
  const isReachable = useIsReachable();
  const { dataUpdatedAt } = useSuspenseQuery(statsQuery);
  const heardAt = useLive((live) => live.heardAt);
  return isReachable ? null : new Date(Math.max(dataUpdatedAt, heardAt));
}
