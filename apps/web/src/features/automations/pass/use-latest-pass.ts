import type { Automation } from '@picksync/contracts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { passQuery } from '../../../api/passes.queries.ts';
import { runsQuery } from '../../../api/runs.queries.ts';

/** The run of an automation that was last, with those of the other dropdowns that were looked at with it. */
export function useLatestPass({ id }: Pick<Automation, 'id'>) {
  const runs = useInfiniteQuery(runsQuery(id));
  const passId = runs.data?.pages[0]?.reply[0]?.passId ?? null;
  const found = useQuery({ ...passQuery(passId ?? ''), enabled: passId !== null });
  return {
    pass: found.data,
    isFailed: runs.isError || found.isError,
    /** It has not run yet, or only before runs were recorded together. */
    isNone: runs.isSuccess && passId === null,
    isFetching: runs.isFetching || found.isFetching,
    retry: () => void (runs.isError ? runs.refetch() : found.refetch()),
  };
}
