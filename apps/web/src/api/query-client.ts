import { QueryClient } from '@tanstack/react-query';

/**
 * Data is never stale by itself: the code that changes it loads it again. Nothing retries, polls or refetches unless a
 * query says so.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        refetchOnWindowFocus: false,
        refetchInterval: false,
        staleTime: Number.POSITIVE_INFINITY,
        // A call made while offline fails at once with a text, instead of waiting silently.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
