import type { QueryClient } from '@tanstack/react-query';

/** An answer that takes longer is not waited for. */
const longestMs = 10_000;

/** Waits until nothing is being asked for. */
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
