import { useLive } from '../stores/live.ts';
import { useIsReachable } from './use-is-reachable.ts';

/**
 * Returns the time of the data that was loaded at `loadedAt`, in ms since 1970, while it cannot be kept up to date, because
 * the network or our server cannot be reached; else null.
 */
export function useOfflineAsOf(loadedAt: number): Date | null {
  const isReachable = useIsReachable();
  const heardAt = useLive((live) => live.heardAt);
  return isReachable ? null : new Date(Math.max(loadedAt, heardAt));
}
