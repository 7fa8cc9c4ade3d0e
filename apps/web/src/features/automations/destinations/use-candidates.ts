import type { Automation } from '@picksync/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
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
