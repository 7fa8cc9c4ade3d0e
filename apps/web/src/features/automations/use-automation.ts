import type { Automation } from '@picksync/contracts';
import { useQuery } from '@tanstack/react-query';
import { ApiError } from '../../api/api-error.ts';
import { automationQuery } from '../../api/automations.queries.ts';
import { useLive } from '../../stores/live.ts';
import { isSyncing } from './automation-status.ts';
import { isDeletedAutomation } from './deleted-automation.ts';
import { pollInterval } from './poll-interval.ts';

/** `unknown`: there is none, or it is somebody else's. `deleted`: it was there when the page was opened. */
type FoundAutomation =
  | { state: 'loading' | 'unknown' }
  | { state: 'failed'; retry: () => void }
  | { state: 'found' | 'deleted'; automation: Automation };

/** One automation by its id, kept up to date: when the server says that it has changed, else by asking. */
export function useAutomation(id: string): FoundAutomation {
  const isLive = useLive((live) => live.isLive);
  const { data, error, refetch } = useQuery({
    ...automationQuery(id),
    refetchInterval: ({ state }) => {
      if (state.data === undefined || isDeletedAutomation(state.error)) return false;
      return pollInterval({ isLive, isSyncing: isSyncing(state.data) });
    },
  });
  if (data) return { state: isDeletedAutomation(error) ? 'deleted' : 'found', automation: data };
  if (!error) return { state: 'loading' };
  if (isUnknown(error)) return { state: 'unknown' };
  return { state: 'failed', retry: () => void refetch() };
}

/** Returns whether there is no such automation. An id that is not valid is refused as well. */
function isUnknown(error: Error): boolean {
  return error instanceof ApiError && (error.code === 'not_found' || error.code === 'validation_failed');
}
