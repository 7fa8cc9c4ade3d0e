import type { Automation, Run } from '@picksync/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { runsQuery } from '../../../api/runs.queries.ts';

/** Loads the runs again when the automation has a newer one: it may have ended while they were loading. */
export function useNewestRun({ id, lastRun }: Automation, runs: readonly Run[]): void {
  const queryClient = useQueryClient();
  const at = lastRun?.at;
  const isBehind = at !== undefined && (runs[0]?.at ?? '') < at;
  useEffect(() => {
    // Once for each run: older ones than that are not waited for.
    if (isBehind && at) void queryClient.invalidateQueries({ queryKey: runsQuery(id).queryKey });
  }, [id, at, isBehind, queryClient]);
}
