import type { EndpointDefinition, Input } from '@picksync/contracts';
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { type CallOptions, call, callPage } from './call.ts';

/** Endpoints that can be read again and again. */
type Readable = EndpointDefinition & { readonly method: 'GET' };
type PagedEndpoint = Readable & { readonly paged: true };

/**
 * Key and function of a read, for loaders and components alike. The key's first element is the path.
 * The place that shows the data shows the failure.
 */
export function query<E extends Readable>(
  endpoint: E,
  input: Input<E>,
  options: Pick<CallOptions, 'timeoutMs'> = {},
) {
  return queryOptions({
    queryKey: [endpoint.path, input] as const,
    queryFn: ({ signal }) => call(endpoint, input, { ...options, signal }),
  });
}

/** The same for a list that comes in pages; each of `data.pages` has its `reply`. */
export function pagedQuery<E extends PagedEndpoint>(endpoint: E, input: Input<E>) {
  return infiniteQueryOptions({
    queryKey: [endpoint.path, 'pages', input] as const,
    queryFn: ({ signal, pageParam: cursor }) => {
      const { query } = input as { query?: object };
      const page = { ...input, query: { ...query, ...(cursor && { cursor }) } };
      return callPage(endpoint, page, { signal });
    },
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
}

/**
 * Shows the answer to a change. A read that began before the change may end after it with the old state, so it is cancelled
 * and made again.
 */
export async function showChanged<Shown>(
  queryClient: QueryClient,
  { queryKey }: { queryKey: readonly unknown[] },
  changed: Shown,
): Promise<void> {
  const which = { queryKey, exact: true };
  const isRead = queryClient.isFetching(which) > 0;
  await queryClient.cancelQueries(which);
  queryClient.setQueryData<Shown>(queryKey, changed);
  if (isRead) void queryClient.invalidateQueries(which);
}

/**
 * How a search through many sheets is read: a call for some of them after the other, each telling where the next begins. It is
 * read again with each search, and by nothing else.
 */
export const searchOptions = {
  initialPageParam: 0,
  getNextPageParam: ({ next }: { next: number | null }) => next,
  gcTime: 0,
  staleTime: Number.POSITIVE_INFINITY,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
  retry: false,
};
