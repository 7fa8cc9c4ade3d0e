import { useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query';
import { automationsQuery } from '../../api/automations.queries.ts';
import { isUnreachable, useIsOnline } from '../../api/reachable.ts';
import { statsQuery } from '../../api/stats.queries.ts';
import { useLive } from '../../stores/live.ts';

/**
 * Returns of when the dashboard is while it cannot be kept up to date, because the network or our server is away; null
 * while it can.
 */
export function useOfflineAsOf(): Date | null {
  const isOnline = useIsOnline();
  const stats = useSuspenseQuery(statsQuery);
  const list = useSuspenseInfiniteQuery(automationsQuery);
  const heardAt = useLive((live) => live.heardAt);
  if (isOnline && !isUnreachable(stats.error) && !isUnreachable(list.error)) return null;
  return new Date(Math.max(stats.dataUpdatedAt, heardAt));
}
