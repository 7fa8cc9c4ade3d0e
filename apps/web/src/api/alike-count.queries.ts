import type { Automation } from '@picksync/contracts';
import { queryOptions, skipToken } from '@tanstack/react-query';

/** How many columns the last search of this tab has found that look like a list and are free; it is never asked for. */
export function alikeCountQuery({ sourceSheetId, sourceColumnId }: Automation) {
  return queryOptions<number>({
    queryKey: ['alike count', sourceSheetId, sourceColumnId],
    queryFn: skipToken,
    gcTime: 30 * 60_000,
  });
}
