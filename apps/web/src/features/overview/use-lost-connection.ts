import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { authStatusQuery } from '../../api/session.queries.ts';
import { statsQuery } from '../../api/stats.queries.ts';

/**
 * Reads the session again when the figures know of no sweep any more: Smartsheet has refused the connection since the
 * page was opened, and the dashboard has to say so.
 */
export function useLostConnection(): void {
  const queryClient = useQueryClient();
  const { data: isLost } = useQuery({ ...statsQuery, select: ({ nextSweepAt }) => nextSweepAt === null });
  useEffect(() => {
    if (isLost) void queryClient.invalidateQueries({ queryKey: authStatusQuery.queryKey });
  }, [isLost, queryClient]);
}
