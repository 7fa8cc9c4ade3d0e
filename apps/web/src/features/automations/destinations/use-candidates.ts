import type { Automation } from '@picksync/contracts';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { alikeCountQuery } from '../../../api/alike-count.queries.ts';
import { candidatesQuery } from '../../../api/candidates.queries.ts';

/** Looks through all sheets, one call after another, for as long as the window is open. */
export function useCandidates(automation: Automation) {
  const search = useInfiniteQuery(candidatesQuery(automation));
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = search;
  const last = data?.pages.at(-1);
  const waitMs = last?.waitMs ?? 0;
  const goesOn = hasNextPage && !isFetching && !isError;
  useEffect(() => {
    if (!goesOn) return;
    const timer = setTimeout(() => void fetchNextPage(), waitMs);
    return () => clearTimeout(timer);
  }, [goesOn, waitMs, fetchNextPage]);
  return {
    candidates: data?.pages.flatMap(({ candidates }) => candidates) ?? [],
    unread: data?.pages.reduce((total, { unread }) => total + unread, 0) ?? 0,
    progress: last ?? null,
    isOver: data !== undefined && !hasNextPage,
    error: isError ? search.error : null,
    retry: () => void (data ? fetchNextPage() : search.refetch()),
    isRetrying: isFetching,
  };
}

/** Remembers how many columns are left to add, for the places that say so without a search; null while that is not known. */
export function useAlikeCount(automation: Automation, count: number | null): void {
  const queryClient = useQueryClient();
  const { queryKey } = alikeCountQuery(automation);
  const key = JSON.stringify(queryKey);
  useEffect(() => {
    if (count !== null) queryClient.setQueryData(JSON.parse(key), count);
  }, [count, key, queryClient]);
}
