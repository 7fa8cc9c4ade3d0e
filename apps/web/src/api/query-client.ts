import { QueryClient } from '@tanstack/react-query';

/** Data is never stale by itself: what changes it asks for it again. Nothing retries, polls or refetches unless it says so. */
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
