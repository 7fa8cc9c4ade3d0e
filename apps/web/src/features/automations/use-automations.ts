import { type Automation, automationEndpoints, statsEndpoints } from '@picksync/contracts';
import { useQueryClient, useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { activityPaths } from '../../api/activity.queries.ts';
import { automationsQuery } from '../../api/automations.queries.ts';
import { useLive } from '../../stores/live.ts';
import { isSyncing } from './automation-status.tsx';

const whileSyncingMs = 1000;
/** For changes that were missed: when it is calm, the page is told of changes, or asks for everything now and then. */
const whileCalmMs = 120_000;

/** Returns how often to ask for automations: every second of a sync, unless the server tells of changes. */
export function pollInterval(isLive: boolean, automations: readonly Automation[]): number {
  return !isLive && automations.some((one) => isSyncing(one) || one.restore?.state === 'pending')
    ? whileSyncingMs
    : whileCalmMs;
}

/** Returns a text that changes when something happens to one of them. */
function toTrace(automations: readonly Automation[]): string {
  const traces = automations.map(
    ({ id, lastRun, lastError, isActive, syncState, restore }) =>
      `${id} ${lastRun?.at} ${lastError} ${isActive} ${syncState === 'idle'} ${restore?.state}`,
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
  // Each by its name, so that other changes of the query do not draw anything again.
  const { data, dataUpdatedAt, hasNextPage, fetchNextPage, isFetchingNextPage, isFetchNextPageError } =
    useSuspenseInfiniteQuery({
      ...automationsQuery,
      refetchInterval: ({ state }) =>
        pollInterval(isLive, state.data?.pages.flatMap(({ reply }) => reply) ?? []),
    });
  const automations = data.pages.flatMap(({ reply }) => reply);
  const trace = toTrace(automations);

  const seen = useRef(trace);
  useEffect(() => {
    const before = seen.current;
    seen.current = trace;
    // The data of the page has just been loaded.
    if (isLive || before === trace) return;
    for (const path of [statsEndpoints.read.path, automationEndpoints.runs.path, ...activityPaths])
      void queryClient.invalidateQueries({ queryKey: [path] });
  }, [trace, queryClient, isLive]);

  const next = {
    pending: isFetchingNextPage,
    failed: isFetchNextPageError,
    load: () => void fetchNextPage(),
  };
  return { automations, updatedAt: dataUpdatedAt, more: hasNextPage ? next : null };
}
