import type { Stats } from '@picksync/contracts';
import { useQuery } from '@tanstack/react-query';
import { useAuthStatus } from '../../api/session.queries.ts';
import { statsQuery } from '../../api/stats.queries.ts';
import { useFirstStepsMarks } from '../../stores/first-steps.ts';

/** Returns whether there are more updates than first syncs. */
export function haveFollowed({ updates, configurationCount }: Stats): boolean {
  return configurationCount > 0 && updates > configurationCount;
}

/** Returns whether there may be first steps for the user; undefined while nobody knows. */
export function useMayBeNew(): boolean | undefined {
  const marks = useFirstStepsMarks(useAuthStatus().user?.id ?? '');
  const { data: stats, isError } = useQuery(statsQuery);
  if (marks.hidden || isError) return false;
  if (marks.begun) return true;
  return stats && !haveFollowed(stats);
}
