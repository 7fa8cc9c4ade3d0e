import { type Automation, activityEndpoints, automationEndpoints, statsEndpoints } from '@picksync/contracts';
import { useQuery, useQueryClient, useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { automationQuery, automationsQuery } from '../../api/automations.queries.ts';
import { useLive } from '../../stores/live.ts';
import { isSyncing } from './automation-status.tsx';
import { isDeletedAutomation } from './refusals.ts';

const whileSyncingMs = 1000;
/** For changes that were missed: when it is calm, the page is told of changes, or asks for everything now and then. */
const whileCalmMs = 120_000;

/** Returns how often to ask for automations: every second of a sync, unless the server tells of changes. */
function pollInterval({ isLive, isSyncing }: { isLive: boolean; isSyncing: boolean }): number {
  return isSyncing && !isLive ? whileSyncingMs : whileCalmMs;
}

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

/** Returns a text that changes when something happens to one of them. */
function toTrace(automations: readonly Automation[]): string {
  const traces = automations.map(
    ({ id, lastRun, lastError, isActive, syncState }) =>
      `${id} ${lastRun?.at} ${lastError} ${isActive} ${syncState === 'idle'}`,
  );
  return traces.join();
}

/**
 * The user's automations, kept up to date: when the server says that they have changed; while it cannot, every second
 * while one is syncing, else now and then. Then the figures and the activity are asked for again as well, when a sync has
 * begun or ended, with a run or without.
 */
export function useAutomations() {
  const queryClient = useQueryClient();
  const isLive = useLive((live) => live.isLive);
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage, isFetchNextPageError } =
    useSuspenseInfiniteQuery({
      ...automationsQuery,
      refetchInterval: ({ state }) => {
        const automations = state.data?.pages.flatMap(({ reply }) => reply) ?? [];
        return pollInterval({ isLive, isSyncing: automations.some(isSyncing) });
      },
    });
  const automations = data.pages.flatMap(({ reply }) => reply);
  const trace = toTrace(automations);

  const seen = useRef(trace);
  useEffect(() => {
    const before = seen.current;
    seen.current = trace;
    // The data of the page has just been loaded.
    if (isLive || before === trace) return;
    void queryClient.invalidateQueries({ queryKey: [statsEndpoints.read.path] });
    void queryClient.invalidateQueries({ queryKey: [activityEndpoints.list.path] });
    void queryClient.invalidateQueries({ queryKey: [automationEndpoints.runs.path] });
  }, [trace, queryClient, isLive]);

  // Each by its name, so that other changes of the query do not draw anything again.
  return { automations, hasNextPage, fetchNextPage, isFetchingNextPage, isFetchNextPageError };
}
