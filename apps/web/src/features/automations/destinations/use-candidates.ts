import type { Automation } from '@picksync/contracts';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { alikeCountQuery, candidatesQuery } from '../../../api/automations.queries.ts';
import { useLoadOn } from '../../../api/use-load-on.ts';

/** How many sheets a search reads before it asks whether to go on: each of them is a call to Smartsheet. */
const sheetsPerSearch = 400;

/**
 * Searches the user's sheets, one call after another, while the window is open: until it has seen all, the user stops
 * it, or it reaches `sheetsPerSearch` and asks first.
 */
export function useCandidates(automation: Automation) {
  const queryClient = useQueryClient();
  const query = candidatesQuery(automation);
  const search = useInfiniteQuery(query);
  const [wanted, setWanted] = useState(sheetsPerSearch);
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = search;
  const last = data?.pages.at(-1);
  const looked = last?.looked ?? 0;
  // What is said of a slow search stays until it is over, so that nothing jumps between its pages.
  const slowedBy = data?.pages.some(({ waitsFor }) => waitsFor === 'calls') ? ('calls' as const) : null;
  const isStopped = looked >= wanted && hasNextPage;
  useLoadOn(search, { waitMs: last?.waitMs ?? 0, isStopped });
  return {
    candidates: data?.pages.flatMap(({ candidates }) => candidates) ?? [],
    unread: data?.pages.reduce((total, { unread }) => total + unread, 0) ?? 0,
    progress: last ? { ...last, waitsFor: last.waitsFor ?? slowedBy } : null,
    isOver: data !== undefined && !hasNextPage,
    /** The search is stopped; a call that is under way may still bring results. */
    isStopped,
    stop: () => setWanted(looked),
    /** Ends the search at once, the call that is under way too: its calls to Smartsheet are needed for something else. */
    end: () => {
      setWanted(looked);
      void queryClient.cancelQueries({ queryKey: query.queryKey });
    },
    goOn: () => setWanted(looked + sheetsPerSearch),
    error: isError ? search.error : null,
    retry: () => void (data ? fetchNextPage() : search.refetch()),
    isRetrying: isFetching,
  };
}

/**
 * Remembers how many columns are left to add, for places that show it without a search; null while that is not known.
 */
export function useAlikeCount(automation: Automation, count: number | null): void {
  const queryClient = useQueryClient();
  const { queryKey } = alikeCountQuery(automation);
  const key = JSON.stringify(queryKey);
  useEffect(() => {
    if (count !== null) queryClient.setQueryData(JSON.parse(key), count);
  }, [count, key, queryClient]);
}
