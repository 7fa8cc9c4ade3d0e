import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useLive } from '../stores/live.ts';
import { automationsQuery } from './automations.queries.ts';
import { isUnreachable, useIsOnline } from './reachable.ts';
import { statsQuery } from './stats.queries.ts';

/** Returns whether the page can be kept up to date, judging by the last calls. It makes none itself. */
export function useIsReachable(): boolean {
  const isOnline = useIsOnline();
  const isUnanswered = useLive((live) => live.isUnanswered);
  const stats = useQuery({ ...statsQuery, enabled: false });
  const list = useInfiniteQuery({ ...automationsQuery, enabled: false });
  return isOnline && !isUnanswered && !isUnreachable(stats.error) && !isUnreachable(list.error);
}
