import { type Automation, automationEndpoints } from '@picksync/contracts';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from './call.ts';

/** Dropdown columns that look like the list of an automation, a few sheets at a time; each search reads again. */
export function candidatesQuery({ id, sourceSheetId, sourceColumnId }: Automation) {
  return infiniteQueryOptions({
    queryKey: [automationEndpoints.candidates.path, id],
    queryFn: ({ signal, pageParam }) => {
      const from = pageParam === 0 ? {} : { from: pageParam };
      const body = { sourceSheetId, sourceColumnId, automationId: id, ...from };
      return call(automationEndpoints.candidates, { body }, { signal });
    },
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    retry: false,
  });
}
