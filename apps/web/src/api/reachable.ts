import { useIsOnline } from '@picksync/ui/use-is-online.ts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useLive } from '../stores/live.ts';
import { ApiError } from './api-error.ts';
import { automationsQuery } from './automations.queries.ts';
import { statsQuery } from './stats.queries.ts';

/** Returns whether no reply came, or only one of a proxy whose server cannot be reached. */
export function isUnreachable(error: Error | null): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 502);
}

/** Returns whether the page can be kept up to date, judging by the last calls. It makes none itself. */
export function useIsReachable(): boolean {
  const isOnline = useIsOnline();
  const isUnanswered = useLive((live) => live.isUnanswered);
  const stats = useQuery({ ...statsQuery, enabled: false });
  const list = useInfiniteQuery({ ...automationsQuery, enabled: false });
  return isOnline && !isUnanswered && !isUnreachable(stats.error) && !isUnreachable(list.error);
}

/**
 * Returns the time of the data that was loaded at `loadedAt`, in ms since 1970, while it cannot be kept up to date, because
 * the network or our server cannot be reached; else null.
 */
export function useOfflineSince(loadedAt: number): Date | null {
  const isReachable = useIsReachable();
  const heardAt = useLive((live) => live.heardAt);
  return isReachable ? null : new Date(Math.max(loadedAt, heardAt));
}
