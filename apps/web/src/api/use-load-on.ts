import { useEffect } from 'react';

type Pages = {
  hasNextPage: boolean;
  isFetching: boolean;
  isError: boolean;
  fetchNextPage: () => unknown;
};

/** Loads one page after another, `waitMs` milliseconds apart, until all are there, one fails or `isStopped`. */
export function useLoadOn(
  pages: Pages,
  { waitMs, isStopped = false }: { waitMs: number; isStopped?: boolean },
): void {
  const { hasNextPage, isFetching, isError, fetchNextPage } = pages;
  const goesOn = hasNextPage && !isFetching && !isError && !isStopped;
  useEffect(() => {
    if (!goesOn) return;
    const timer = setTimeout(() => void fetchNextPage(), waitMs);
    return () => clearTimeout(timer);
  }, [goesOn, waitMs, fetchNextPage]);
}
