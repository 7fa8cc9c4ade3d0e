import { useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { automationsQuery } from '../../api/automations.queries.ts';
import { statsQuery } from '../../api/stats.queries.ts';
import { useLive } from '../../stores/live.ts';

function subscribe(onChange: () => void): () => void {
  window.addEventListener('online', onChange);
  window.addEventListener('offline', onChange);
  return () => {
    window.removeEventListener('online', onChange);
    window.removeEventListener('offline', onChange);
  };
}

/** No answer came, or one of something that stands before a server that is away. */
function isUnreachable(error: Error | null): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 502);
}

/**
 * Returns of when the dashboard is while it cannot be kept up to date, because the network or our server is away; null
 * while it can.
 */
export function useOfflineAsOf(): Date | null {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  const stats = useSuspenseQuery(statsQuery);
  const list = useSuspenseInfiniteQuery(automationsQuery);
  const heardAt = useLive((live) => live.heardAt);
  if (isOnline && !isUnreachable(stats.error) && !isUnreachable(list.error)) return null;
  return new Date(Math.max(stats.dataUpdatedAt, heardAt));
}
