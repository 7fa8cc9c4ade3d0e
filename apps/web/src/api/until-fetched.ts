import type { QueryClient } from '@tanstack/react-query';

/** How long to wait for a reply at most. */
const longestMs = 10_000;

/** Waits until no query is being fetched. */
export function untilFetched(queryClient: QueryClient): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      stop();
      resolve();
    };
    const look = () => {
      if (queryClient.isFetching() === 0) end();
    };
    const timer = setTimeout(end, longestMs);
    const stop = queryClient.getQueryCache().subscribe(look);
    look();
  });
}
