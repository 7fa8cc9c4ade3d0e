import type { Automation } from '@picksync/contracts';
import { queryOptions, skipToken } from '@tanstack/react-query';

/** How many free columns that look like a list the last search in this tab has found. It is never fetched. */
export function alikeCountQuery({ sourceSheetId, sourceColumnId }: Automation) {
  return queryOptions<number>({
    queryKey: ['alike count', sourceSheetId, sourceColumnId],
    queryFn: skipToken,
    gcTime: 30 * 60_000,
  });
}
